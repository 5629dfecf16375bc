import { outcomes } from '@back-office/contract/status.ts';
import type { LoginAnswer } from '@back-office/contract/calls/login.ts';
import { limits } from '@back-office/contract/limits.ts';
import type { Kysely } from 'kysely';
import type { Row, Tables } from '../../platform/database/tables.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { SecondFactorParts } from '../two-factor/second-factor.ts';
import type { Client } from '../session/client.ts';
import type { Attempt } from '../session/login-guard.ts';
import { writeLoginLog } from '../session/write-login-log.ts';
import { verifyNothing, verifyPassword } from '../session/password.ts';
import { admitPerson, type How, type Shown, shownColumns } from './admit-person.ts';

type Candidate = Shown & Row<'sys_user', 'userPassword'>;

export type SignInParts = SecondFactorParts;

/**
 * Signs a person in. `readings` are the account and password as each of the three dates decrypts them; an existing
 * account decides which is meant. No reading at all, which another date's IV can cause with short texts, is a failed
 * attempt like any other (docs/wire.md "Session"). The answer and its time are the same for an unknown account and a
 * wrong password; only a right password reveals that the account is disabled or awaits approval, or leads to the
 * request for a code. `how` supplies what else is known about the attempt.
 */
export async function signIn(
  parts: SignInParts,
  readings: readonly string[][],
  client: Client,
  how: (person: Shown) => How | Promise<How> = () => ({ message: '登录成功' }),
): Promise<LoginAnswer> {
  const { db, guard } = parts;
  const trimmed = readings.map(([account = '', password = '']) => ({
    account: account.trim().normalize('NFC'),
    password: password.trim(),
  }));
  const fit = trimmed.filter(({ account, password }) => account.length <= 64 && password.length <= limits.password.max);
  const accounts = await accountsOf(db, fit);
  // Counted for every account that exists, whichever date it was encrypted for: the password is tried on each of them.
  const loggedAccount = accounts[0]?.userAccount ?? trimmed[0]?.account ?? '';
  const attempts: Attempt[] = (accounts.length > 0 ? accounts.map(({ userAccount }) => userAccount) : [loggedAccount]).map((account) => ({
    account,
    client,
  }));
  for (const attempt of attempts) await guard.ask(attempt);
  const found = await match(accounts, fit);
  if (found === undefined) {
    for (const attempt of attempts) await guard.failed(attempt);
    await writeLoginLog(
      db,
      { account: loggedAccount, type: '登录', status: outcomes.failure, message: '账号或密码错误', failedBy: 'password' },
      client,
    );
    throw new Refusal('wrongPassword');
  }
  return admitPerson(parts, found, client, await how(found));
}

interface Reading {
  account: string;
  password: string;
}

async function accountsOf(db: Kysely<Tables>, readings: readonly Reading[]): Promise<Candidate[]> {
  if (readings.length === 0) return [];
  return db
    .selectFrom('sys_user')
    .select([...shownColumns, 'userPassword'])
    .where(
      (eb) => eb.fn<string>('lower', ['userAccount']),
      'in',
      readings.map(({ account }) => account.toLowerCase()),
    )
    .orderBy('id')
    .execute();
}

async function match(accounts: readonly Candidate[], readings: readonly Reading[]): Promise<Candidate | undefined> {
  let tried = 0;
  for (const { account, password } of readings) {
    const row = accounts.find((user) => user.userAccount.toLowerCase() === account.toLowerCase());
    if (row === undefined || tried === 2) continue;
    tried += 1;
    if (await verifyPassword(password, row.userPassword)) return row;
  }
  if (tried === 0) await verifyNothing(readings[0]?.password ?? '');
  return undefined;
}
