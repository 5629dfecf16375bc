/** Messages that the spec defines (docs/spec.md 8); the browser shows them unchanged. */
export const texts = {
  sessionExpired: { title: '登录过期', text: '请重新登录', ok: '重新登录', cancel: '取消' },
  sessionEnded: { title: '登录异常', text: '请重新登录', ok: '确定' },
  unknownError: '未知错误',
  serverError: '服务器异常，请稍后重试！',
  timeout: '服务器超时，请稍后重试！',
} as const;

/** The code that the browser uses for an answer without a body (docs/spec.md 8). */
export const unknownCode = 99999;
