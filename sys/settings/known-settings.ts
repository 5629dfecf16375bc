import { postTemplates } from './post-templates.ts';
import { mailTemplates } from './mail-templates.ts';
import { messageIssue, type MessageTemplate, partsOfMessage, tidyMessage } from './message-template.ts';

/** What is typed or chosen for a setting. */
export type SettingInput =
  | {
      readonly kind: 'number';
      readonly min: number;
      readonly max: number;
      readonly unit: string;
      /** What 0 means, where that is allowed besides. */
      readonly zero?: string;
      /** Fractions too. */
      readonly fraction?: true;
    }
  | { readonly kind: 'choice'; readonly options: readonly (readonly [value: string, label: string])[] }
  | { readonly kind: 'text'; readonly max: number }
  | { readonly kind: 'message'; readonly template: MessageTemplate };

export interface KnownSetting {
  /** Its variable; that of a message is its own. */
  readonly name: string;
  readonly title: string;
  readonly group: string;
  readonly about: string;
  readonly input: SettingInput;
}

const onOff = (on: string, off: string): SettingInput => ({
  kind: 'choice',
  options: [
    ['on', on],
    ['off', off],
  ],
});
const days = (min: number, zero: string): SettingInput => ({ kind: 'number', min, max: 36_500, unit: '天', zero });

/** Those that have a variable, in the order of the page; how to write each is the same as in the environment. */
export const knownSettings: readonly KnownSetting[] = [
  {
    name: 'APP_TITLE',
    title: '系统名称',
    group: '外观',
    about: '显示在登录页、标题栏和浏览器标签上；已打开的页面刷新后生效。',
    input: { kind: 'text', max: 50 },
  },
  {
    name: 'WATERMARK',
    title: '页面水印',
    group: '外观',
    about: '在页面、预览和打印上显示姓名、账号和时间。“按角色”时，只对开启了水印的角色显示。',
    input: onOff('全部人员', '按角色'),
  },
  {
    name: 'SESSION_HOURS',
    title: '无操作退出',
    group: '登录',
    about: '多久没有操作后需要重新登录。对已登录的人立即生效。',
    input: { kind: 'number', min: 0.1, max: 720, unit: '小时', fraction: true },
  },
  {
    name: 'SESSION_MAX_HOURS',
    title: '最长登录时间',
    group: '登录',
    about: '登录多久后必须重新登录，无论是否有操作。',
    input: { kind: 'number', min: 0.1, max: 8760, unit: '小时', zero: '不限', fraction: true },
  },
  {
    name: 'SINGLE_SIGN_ON',
    title: '同时登录',
    group: '登录',
    about: '同一账号在别处登录时，是否退出原来的登录。',
    input: onOff('只保留最新的登录', '允许多处登录'),
  },
  {
    name: 'LOCK_MINUTES',
    title: '自动锁屏',
    group: '登录',
    about: '多少分钟没有操作后锁屏；已打开的页面刷新后生效。',
    input: { kind: 'number', min: 0, max: 1440, unit: '分钟', zero: '不锁屏' },
  },
  {
    name: 'REGISTRATION',
    title: '自助注册',
    group: '登录',
    about: '没有账号的人能否在登录页申请账号；登录页刷新后生效。',
    input: {
      kind: 'choice',
      options: [
        ['off', '不开放'],
        ['approval', '申请后由管理员通过'],
        ['open', '注册后直接可用'],
      ],
    },
  },
  {
    name: 'PASSWORD_CHANGE',
    title: '管理员设置的密码',
    group: '密码',
    about: '管理员新建账号或重置密码后，本人登录时是否必须修改。一次性密码总是要修改。',
    input: {
      kind: 'choice',
      options: [
        ['once', '只有一次性密码要修改'],
        ['always', '都要修改'],
      ],
    },
  },
  {
    name: 'PASSWORD_DAYS',
    title: '密码有效期',
    group: '密码',
    about: '密码用满多少天后，登录时必须修改。',
    input: { kind: 'number', min: 0, max: 3650, unit: '天', zero: '不过期' },
  },
  {
    name: 'TWO_STEP',
    title: '两步验证',
    group: '密码',
    about: '“必须启用”时，没有启用的人登录后要先启用才能使用。',
    input: {
      kind: 'choice',
      options: [
        ['optional', '由本人决定'],
        ['required', '必须启用'],
      ],
    },
  },
  {
    name: 'LOG_LOGIN_DAYS',
    title: '登录日志保留',
    group: '日志',
    about: '按月清理：整月都超过后，在一小时内清理。',
    input: days(0, '永久'),
  },
  {
    name: 'LOG_OPERATION_DAYS',
    title: '操作日志保留',
    group: '日志',
    about: '按月清理：整月都超过后，在一小时内清理。',
    input: days(0, '永久'),
  },
  {
    name: 'KEY_CALLS_PER_MINUTE',
    title: '密钥调用上限',
    group: '接口',
    about: '每个接口密钥在每台服务器上每分钟最多调用的次数。',
    input: { kind: 'number', min: 0, max: 1_000_000, unit: '次', zero: '不限' },
  },
  {
    name: 'ASSISTANTS',
    title: '助手',
    group: '接口',
    about: '助手程序能否用接口密钥读取数据（MCP）。',
    input: onOff('启用', '停用'),
  },
];

const messagesOf = (group: string, templates: Readonly<Record<string, MessageTemplate>>): KnownSetting[] =>
  Object.values(templates).map((template) => {
    const { name, title, about } = template;
    return { name, title, group, about, input: { kind: 'message', template } };
  });

/** The words of what the product sends, which no variable of the environment says. */
export const messageSettings: readonly KnownSetting[] = [
  ...messagesOf('邮件模板', mailTemplates),
  ...messagesOf('群消息模板', postTemplates),
];

/** All that may be changed on the page, in its order. */
export const allSettings: readonly KnownSetting[] = [...knownSettings, ...messageSettings];

/** How people read a value that is written as its variable would be. */
export function textOfSetting({ input }: KnownSetting, value: string): string {
  if (input.kind === 'message') {
    const { subject, content } = partsOfMessage(input.template, value);
    return subject || (content.split('\n').find((line) => /[\p{L}\p{N}]/u.test(line)) ?? '');
  }
  if (input.kind === 'choice') return input.options.find(([one]) => one === value)?.[1] ?? value;
  if (input.kind === 'text') return value;
  return value === '0' && input.zero !== undefined ? input.zero : `${value} ${input.unit}`;
}

/** A typed value as its variable would be written; undefined for what may not be. */
export function settingValue({ input }: KnownSetting, typed: string): string | undefined {
  if (input.kind === 'message') {
    const text = tidyMessage(input.template, typed);
    return messageIssue(input.template, text) === undefined ? text : undefined;
  }
  if (input.kind === 'choice') return input.options.some(([one]) => one === typed) ? typed : undefined;
  if (input.kind === 'text') {
    const text = typed.trim();
    return text !== '' && text.length <= input.max && !/\p{Cc}/u.test(text) ? text : undefined;
  }
  if (!(input.fraction === true ? /^\d{1,7}(?:\.\d{1,4})?$/ : /^\d{1,7}$/).test(typed)) return undefined;
  const value = Number(typed);
  return (value === 0 && input.zero !== undefined) || (value >= input.min && value <= input.max) ? String(value) : undefined;
}

/** What may be typed, as a sentence for whoever typed something else. */
export function settingRule({ input }: KnownSetting, typed = ''): string {
  if (input.kind === 'message') return messageIssue(input.template, tidyMessage(input.template, typed)) ?? '';
  if (input.kind === 'choice') return '请选择一项';
  if (input.kind === 'text') return `请输入 1 至 ${input.max} 个字`;
  const range = `${input.min} 至 ${input.max} 的${input.fraction === true ? '数' : '整数'}`;
  return input.zero === undefined || input.min === 0 ? `请输入 ${range}` : `请输入 0（${input.zero}）或 ${range}`;
}
