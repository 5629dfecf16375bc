/** The kind of a sign-in method (docs/wire.md "Other ways to sign in"). */
export type SignInKind = 'password' | 'oidc' | 'ldap' | 'wecom' | 'dingtalk' | 'feishu' | 'passkey';

/** A sign-in method, without anything secret. */
export interface SignInMethod {
  id: string;
  kind: SignInKind;
  label: string;
}

/** `data` of `POST /api/logout`, if the session was opened by a provider at which users sign out too. */
export interface LogoutAnswer {
  /** Where the browser goes next; that page returns to the sign-in page. */
  signOut: string;
}

/** `data` of code 40305: the provider has identified the person, who must now sign in once to the local account that it belongs to. */
export interface MustLink {
  /** For the field `link` of POST /api/login, with the local account and password. */
  ticket: string;
  /** Validity in seconds. */
  expiresIn: number;
  /** The person's name at the provider. */
  name: string;
  /** The name of the sign-in method. */
  label: string;
}

/** Why a sign-in with a provider failed: the parameter `refused` of the page to which its callback redirects. */
export const signInRefusals = {
  over: '登录已超时，或在另一个浏览器中打开，请重新登录',
  denied: '对方没有同意登录，请重试',
  wrong: '对方的答复未通过校验，未能登录',
  unavailable: '暂时无法连接对方的登录服务，请稍后重试',
  many: '操作过于频繁，请稍后再试',
} as const;

export type SignInRefusal = keyof typeof signInRefusals;
