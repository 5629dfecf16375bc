/** What a way to sign in is (docs/wire.md "Other ways to sign in"). */
export type SignInKind = 'password' | 'oidc' | 'ldap' | 'wecom' | 'dingtalk' | 'feishu' | 'passkey';

/** A way to sign in, as everybody may know it. */
export interface SignInMethod {
  id: string;
  kind: SignInKind;
  label: string;
}

/** `data` of `POST /api/logout`, where the session was opened by a provider at which people sign out too. */
export interface LogoutAnswer {
  /** Where the browser goes next; it leads back to the sign-in page. */
  signOut: string;
}

/** `data` of code 40305: who they are elsewhere is known, and whose account that is here must be shown once. */
export interface MustLink {
  /** For the field `link` of POST /api/login, with the local account and password. */
  ticket: string;
  /** Seconds that it is good for. */
  expiresIn: number;
  /** What the other side calls the person. */
  name: string;
  /** What the way is called. */
  label: string;
}

/** Why a sign-in elsewhere came to nothing: the parameter `refused` of the page that its callback leads to. */
export const signInRefusals = {
  over: '登录已超时，或在另一个浏览器中打开，请重新登录',
  denied: '对方没有同意登录，请重试',
  wrong: '对方的答复未通过校验，未能登录',
  unavailable: '暂时无法连接对方的登录服务，请稍后重试',
  many: '操作过于频繁，请稍后再试',
} as const;

export type SignInRefusal = keyof typeof signInRefusals;
