import type { Issue } from './resource/issue.ts';

/** The body of every /api answer (docs/wire.md "Envelope and codes"). */
export interface Envelope<Data = unknown> {
  success: boolean;
  code: number;
  message: string;
  data?: Data;
}

/** Every code with its HTTP status, and its message if a call has none of its own. */
export const codes = {
  ok: { code: 20000, status: 200, message: '操作成功' },
  refused: { code: 40000, status: 200, message: '提交的内容有误' },
  wrongPassword: { code: 40001, status: 200, message: '账号或密码错误' },
  locked: { code: 40002, status: 200, message: '账号已锁定，请15分钟后再试' },
  noSession: { code: 40003, status: 200, message: '登录已过期' },
  mustChangePassword: { code: 40301, status: 200, message: '请先修改密码' },
  secondFactor: { code: 40302, status: 200, message: '请输入动态验证码' },
  mustSetUpTwoFactor: { code: 40303, status: 200, message: '请先设置两步验证' },
  screenLocked: { code: 40304, status: 200, message: '屏幕已锁定，请先解锁' },
  mustLink: { code: 40305, status: 200, message: '请先用本系统的账号和密码登录一次，以关联' },
  gone: { code: 40400, status: 200, message: '数据不存在或已被删除' },
  notPermitted: { code: 40300, status: 200, message: '没有操作权限' },
  conflict: { code: 40900, status: 200, message: '数据已被他人修改，请刷新后重试' },
  sessionEnded: { code: 41003, status: 200, message: '登录已失效' },
  malformed: { code: 40010, status: 400, message: '请求格式错误' },
  noSuchCall: { code: 40404, status: 404, message: '接口不存在' },
  wrongHost: { code: 42100, status: 421, message: '请从正式地址访问' },
  tooLarge: { code: 41300, status: 413, message: '请求内容过大' },
  tooMany: { code: 42900, status: 429, message: '操作过于频繁，请稍后再试' },
  serverError: { code: 50000, status: 500, message: '服务器异常，请稍后重试！' },
  unavailable: { code: 50300, status: 503, message: '服务暂不可用，请稍后再试' },
} as const;

export type Outcome = keyof typeof codes;

/** `data` of code 40000: every issue found; in a batch `row` counts from 0. */
export interface Refusal {
  fields: (Issue & { row?: number })[];
}

/** A field that refers to a record, in `data` of a 40900. */
export interface Use {
  /** The resource's name, such as sys/user, and its title. */
  resource: string;
  title: string;
  /** The referring field and its label. */
  field: string;
  label: string;
  /** How many of the records the user sees. */
  count: number;
  /** There are others that the user does not see; their number is not disclosed. */
  hidden?: true;
  /** The field's values in those records, if they are not the id of the record asked about. */
  values?: string[];
}

/** `data` of code 40900: the kind of conflict, and what the user needs to continue. */
export type Conflict =
  | { conflict: 'version'; current: Record<string, unknown>; row?: number }
  | { conflict: 'unique'; fields: string[]; row?: number }
  | { conflict: 'reference'; uses: Use[] }
  | { conflict: 'cycle'; field: string; row?: number }
  /** How many lines of the log are still within the days for which they must be kept. */
  | { conflict: 'kept'; days: number; count: number }
  /** The sheet was saved or undone before. */
  | { conflict: 'imported'; batchNo: number }
  /** The copy cannot be updated: it must be emptied and taken again, beginning with a call without `since`. */
  | { conflict: 'startOver' }
  /** Records created by the import were touched since; at most a hundred of the `count` records. */
  | { conflict: 'touched'; rows: { id: string; label: string; why: string }[]; count: number };
