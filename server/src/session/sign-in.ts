import type { LoginAnswer } from '@back-office/contract/calls/login.ts';
import { limits } from '@back-office/contract/limits.ts';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { withTransaction } from '../database/with-transaction.ts';
import { Refusal } from '../http/refusal.ts';
import type { Client } from './client.ts';
import type { LoginGuard } from './login-guard.ts';
import { writeLoginLog } from './login-log.ts';
import { verifyNothing, verifyPassword } from './password.ts';
import type { SessionStore } from './session-store.ts';

interface Account {
  id: string;
  userAccount: string;
  userName: string;
  userAvatar: string | null;
  userStatus: string;
  userPassword: string;
}

export interface SignInParts {
  db: Kysely<Tables>;
  sessions: SessionStore;
  guard: LoginGuard;
}

/**
 * Signs a person in. `readings` are the account and password as each of the three dates decrypts them; an account
 * that exists decides which is meant. The answer and its time are the same for an unknown account and a wrong
 * password; only after a right password does it tell that the account is disabled or awaits approval.
 */
export async function signIn({ db, sessions, guard }: SignInParts, readings: readonly string[][], client: Client): Promise<LoginAnswer> {
  const trimmed = readings.map(([account = '', password = '']) => ({
    account: account.trim().normalize('NFC'),
    password: password.trim(),
  }));
  const fit = trimmed.filter(({ account, password }) => account.length <= 64 && password.length <= limits.password.max);
  const accounts = await accountsOf(db, fit);
  // Counted under the account that exists, whichever date it was encrypted for.
  const shown = accounts[0]?.userAccount ?? trimmed[0]?.account ?? '';
  await guard.ask(shown, client.ip);
  const found = await match(accounts, fit);
  if (found === undefined) {
    await guard.failed(shown, client.ip);
    await writeLoginLog(db, { account: shown, type: '登录', status: '失败', message: '账号或密码错误' }, client);
    throw new Refusal('wrongPassword');
  }
  await guard.ask(shown, client.ip);
  const refusal = statusRefusal(found.userStatus);
  if (refusal !== undefined) {
    await guard.succeeded(db, shown, client.ip);
    await writeLoginLog(
      db,
      { account: found.userAccount, name: found.userName, userId: found.id, type: '登录', status: '失败', message: refusal.message },
      client,
    );
    throw refusal;
  }
  return withTransaction(db, async (transaction) => {
    const { accessToken, secretKey } = await sessions.open(transaction, found, client);
    await guard.succeeded(transaction, shown, client.ip);
    await sql`UPDATE sys_user SET last_login_time = now() WHERE id = ${found.id}`.execute(transaction);
    await writeLoginLog(
      transaction,
      { account: found.userAccount, name: found.userName, userId: found.id, type: '登录', status: '成功', message: '登录成功' },
      client,
    );
    const { id: userId, userName, userAvatar, userStatus, userAccount } = found;
    return { roles: { userId, userName, userAvatar, userStatus, userAccount }, credentials: { accessToken, secretKey } };
  });
}

interface Reading {
  account: string;
  password: string;
}

async function accountsOf(db: Kysely<Tables>, readings: readonly Reading[]): Promise<Account[]> {
  const { rows } = await sql<Account>`
    SELECT id, user_account, user_name, user_avatar, user_status, user_password FROM sys_user
    WHERE lower(user_account) = ANY(${readings.map(({ account }) => account.toLowerCase())}) ORDER BY id`.execute(db);
  return rows;
}

async function match(accounts: readonly Account[], readings: readonly Reading[]): Promise<Account | undefined> {
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

function statusRefusal(status: string): Refusal | undefined {
  if (status === '正常') return undefined;
  return new Refusal('locked', { message: status === '待审核' ? '账号正在等待审核' : '账号已被停用' });
}
