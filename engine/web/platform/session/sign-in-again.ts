import type { LoginAnswer } from '@back-office/contract/calls/login.ts';
import { request } from '../request/request.ts';
import { send } from '../request/send.ts';
import { deviceHeaders } from './device-headers.ts';
import { encryptLogin } from './encrypt-login.ts';
import { notifyRenewed } from './session-channel.ts';
import { sessionStore } from './session-store.ts';

/** The input of signing in again; `method` is the sign-in method of the password, the local one when absent. */
interface Typed {
  account: string;
  password: string;
  method?: string | undefined;
}

/** Signs the same person in again and continues their session with its rights; a refusal rejects. */
export async function signInAgain({ account, password, method }: Typed): Promise<void> {
  const form = {
    username: encryptLogin(account.trim()),
    password: encryptLogin(password.trim()),
    ...(method === undefined ? {} : { method }),
  };
  await resumeWith(await request<LoginAnswer>('/api/login', { method: 'POST', form, headers: deviceHeaders(), quiet: true }));
}

/** Continues with the answer of a sign-in. If it belongs to another account, ends that session and rejects: the page is not theirs. */
export async function resumeWith({ roles, credentials }: LoginAnswer): Promise<void> {
  if (roles.userId !== sessionStore.get().userId) {
    await send('/api/logout', { headers: { Authorization: credentials.accessToken } }).catch(() => undefined);
    throw new Error(`这是“${roles.userName}”的账号，不能在此页继续；如需使用，请换个账号登录`);
  }
  sessionStore.renew(credentials);
  sessionStore.rename(roles);
  notifyRenewed();
}
