export type SignInField = 'account' | 'password' | 'captcha';

/** Issues to show under their inputs; `whole` is the server's message. */
export type SignInIssues = Partial<Record<SignInField | 'whole', string>>;

export const wrongCaptcha = '验证码错误';

/** The issues of the sign-in form: missing values, or a captcha other than `expectedCaptcha`, ignoring case. */
export function checkSignIn({ account, password, captcha }: Record<SignInField, string>, expectedCaptcha: string): SignInIssues {
  return {
    ...(account.trim() === '' ? { account: '请输入账号' } : {}),
    ...(password.trim() === '' ? { password: '请输入密码' } : {}),
    ...(captcha.trim() === ''
      ? { captcha: '请输入验证码' }
      : captcha.trim().toLowerCase() === expectedCaptcha.toLowerCase()
        ? {}
        : { captcha: wrongCaptcha }),
  };
}
