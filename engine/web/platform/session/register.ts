import { request } from '../request/request.ts';
import { encryptLogin } from './encrypt-login.ts';

/** The input of a person who registers. */
export interface Registration {
  userAccount: string;
  userName: string;
  userPhone: string;
  password: string;
}

/** Registers; every value is encrypted as at sign-in, and an empty phone number is omitted (docs/wire.md "Session"). */
export async function register(values: Registration): Promise<void> {
  const given = Object.entries(values).map(([name, value]): [string, string] => [name, value.trim()]);
  const form = Object.fromEntries(given.filter(([, value]) => value !== '').map(([name, value]) => [name, encryptLogin(value)]));
  await request('/api/register', { method: 'POST', form, quiet: true });
}
