import { outcomes } from '@back-office/contract/status.ts';
import type { LoginAnswer } from '@back-office/contract/calls/login.ts';
import { limits } from '@back-office/contract/limits.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Client } from '../attempts/client.ts';
import { linkedUser } from '../ways/linked-accounts.ts';
import type { Attempt } from '../attempts/login-guard.ts';
import { writeLoginLog } from '../attempts/write-login-log.ts';
import { callDirectory } from '../ways/call-directory.ts';
import { signInByProvider } from './sign-in-by-provider.ts';
import type { SignInParts } from '../two-factor/sign-in-parts.ts';
import type { DirectoryWay, OtherPerson, SignInWay } from '../ways/sign-in-way.ts';

type Directory = SignInWay & { readonly directory: DirectoryWay };

interface Typed {
  readonly account: string;
  readonly password: string;
  readonly person: OtherPerson | undefined;
  readonly isOfOtherDate: boolean;
}

/**
 * Signs somebody in by a directory, with the account and password of the form. Failures count for the linked local
 * account, or else for the directory's name: guessing is no faster than with the local password. The answer is the same
 * for an unknown name and a wrong password.
 */
export async function signInByDirectory(
  parts: SignInParts,
  way: Directory,
  readings: readonly string[][],
  client: Client,
): Promise<LoginAnswer> {
  const { db, guard } = parts;
  const attemptAs = (account: string): Attempt => ({ account: `${way.id}:${account}`, client, way: way.id });
  await guard.ask(attemptAs(readings[0]?.[0]?.trim() ?? ''));
  const { account, password, person, isOfOtherDate } = await callDirectory(() => findInDirectory(way, readings));
  const known = person === undefined ? undefined : await accountOf(parts, person);
  const attempt = { ...(known === undefined ? attemptAs(account) : { account: known, client, way: way.id }), isOfOtherDate };
  await guard.ask(attempt);
  // An empty password is never sent: a directory accepts that as an anonymous bind (RFC 4513, 5.1.2).
  const isRight = password !== '' && (await callDirectory(() => way.directory.check(person, password)));
  if (person === undefined || !isRight) {
    await guard.failed(attempt);
    await writeLoginLog(
      db,
      { account, type: '登录', status: outcomes.failure, message: `账号或密码错误（${way.label}）`, failedBy: way.id },
      client,
    );
    throw new Refusal('wrongPassword');
  }
  await guard.ask(attempt);
  return signInByProvider(parts, { ...person, way: way.id, account }, { label: way.label, client });
}

/**
 * The first reading whose account the directory knows decides which date was meant. No other is tried: the directory would count
 * the failure, and lock a stranger out of everything (docs/decisions/0106-readings-of-a-sign-in.md).
 */
async function findInDirectory({ directory }: Directory, readings: readonly string[][]): Promise<Typed> {
  const typed = readings.map(([account = '', password = '']) => ({ account: account.trim().normalize('NFC'), password }));
  const fit = typed.filter(({ account, password }) => account !== '' && account.length <= 64 && password.length <= limits.password.max);
  for (const [at, one] of fit.entries()) {
    const person = await directory.find(one.account);
    if (person !== undefined) return { ...one, person, isOfOtherDate: at > 0 };
  }
  return { account: '', password: '', ...(fit[0] ?? typed[0]), person: undefined, isOfOtherDate: false };
}

async function accountOf({ db }: SignInParts, person: OtherPerson): Promise<string | undefined> {
  const id = await linkedUser(db, person);
  if (id === undefined) return undefined;
  return (await db.selectFrom('sys_user').select('userAccount').where('id', '=', id).executeTakeFirst())?.userAccount;
}
