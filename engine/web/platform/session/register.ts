import { request } from '../request/request.ts';
import { encryptLogin } from './encrypt-login.ts';

/** What a person who registers says about themselves. */
export interface Registration {
  userAccount: string;
  userName: string;
  userPhone: string;
  password: string;
}

/** Asks for an account; every value travels encrypted as at sign-in, an empty phone not at all (docs/wire.md "Session"). */
export async function register(values: Registration): Promise<void> {
  const given = Object.entries(values).map(([name, value]): [string, string] => [name, value.trim()]);
  const form = Object.fromEntries(given.filter(([, value]) => value !== '').map(([name, value]) => [name, encryptLogin(value)]));
  await request('/api/register', { method: 'POST', form, quiet: true });
}
