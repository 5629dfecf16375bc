import { limits } from './limits.ts';

/** Messages that the spec defines (docs/spec.md 8); the browser shows them unchanged. */
export const texts = {
  sessionExpired: { title: '登录过期', text: '请重新登录', ok: '重新登录', cancel: '取消' },
  sessionEnded: { title: '登录异常', text: '请重新登录', ok: '确定' },
  unknownError: '未知错误',
  serverError: '服务器异常，请稍后重试！',
  timeout: '服务器超时，请稍后重试！',
} as const;

/** What is said of a list with more filters than a call takes. */
export const tooManyFilters = `筛选条件不能超过 ${limits.filters} 个`;

/** What is said below the choices of a search that found more. */
export const moreFound = '还有更多，请继续输入';

/** The code that the browser uses for an answer without a body (docs/spec.md 8). */
export const unknownCode = 99999;
