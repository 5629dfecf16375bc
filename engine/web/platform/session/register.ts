import { request } from '../request/request.ts';
import { encryptLogin, loginDay } from './encrypt-login.ts';

/** The input of a person who registers. */
export interface Registration {
  userAccount: string;
  userName: string;
  userPhone: string;
  password: string;
}

/**
 * Registers; every value is encrypted as at sign-in, and an empty phone number is omitted (docs/wire.md "Session"). The day is in the query, where a
 * server of an earlier version ignores it.
 */
export async function register(values: Registration): Promise<void> {
  const now = new Date();
  const given = Object.entries(values).map(([name, value]): [string, string] => [name, value.trim()]);
  const form = Object.fromEntries(given.filter(([, value]) => value !== '').map(([name, value]) => [name, encryptLogin(value, now)]));
  await request(`/api/register?day=${loginDay(now)}`, { method: 'POST', form, quiet: true });
}
