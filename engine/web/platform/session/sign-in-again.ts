import type { LoginAnswer } from '@back-office/contract/calls/login.ts';
import { request } from '../request/request.ts';
import { send } from '../request/send.ts';
import { deviceHeaders } from './device-headers.ts';
import { encryptLogin } from './encrypt-login.ts';
import { notifyRenewed } from './session-channel.ts';
import { sessionStore } from './session-store.ts';

/** What somebody types to sign in again; `method` says whose password it is, the local one's where there is none. */
interface Typed {
  account: string;
  password: string;
  method?: string | undefined;
}

/** Signs the same person in again and goes on with their session, rights and all; a refusal rejects. */
export async function signInAgain({ account, password, method }: Typed): Promise<void> {
  const form = {
    username: encryptLogin(account.trim()),
    password: encryptLogin(password.trim()),
    ...(method === undefined ? {} : { method }),
  };
  await resumeWith(await request<LoginAnswer>('/api/login', { method: 'POST', form, headers: deviceHeaders(), quiet: true }));
}

/** Goes on with what ended the sign-in. Rejects where it is somebody else's, whose session it ends: the page is not theirs. */
export async function resumeWith({ roles, credentials }: LoginAnswer): Promise<void> {
  if (roles.userId !== sessionStore.get().userId) {
    await send('/api/logout', { headers: { Authorization: credentials.accessToken } }).catch(() => undefined);
    throw new Error(`这是“${roles.userName}”的账号，不能在此页继续；如需使用，请换个账号登录`);
  }
  sessionStore.renew(credentials);
  sessionStore.rename(roles);
  notifyRenewed();
}
