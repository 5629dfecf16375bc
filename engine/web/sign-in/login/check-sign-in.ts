export type SignInField = 'account' | 'password' | 'captcha';

/** What is wrong, under its input; `whole` is what the server said. */
export type SignInIssues = Partial<Record<SignInField | 'whole', string>>;

export const wrongCaptcha = '验证码错误';

/** What is missing in the sign-in form, or the captcha that is not `right`; capitals in it do not matter. */
export function checkSignIn({ account, password, captcha }: Record<SignInField, string>, right: string): SignInIssues {
  return {
    ...(account.trim() === '' ? { account: '请输入账号' } : {}),
    ...(password.trim() === '' ? { password: '请输入密码' } : {}),
    ...(captcha.trim() === ''
      ? { captcha: '请输入验证码' }
      : captcha.trim().toLowerCase() === right.toLowerCase()
        ? {}
        : { captcha: wrongCaptcha }),
  };
}
