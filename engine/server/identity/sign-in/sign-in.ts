import { outcomes } from '@back-office/contract/status.ts';
import type { LoginAnswer } from '@back-office/contract/calls/login.ts';
import { limits } from '@back-office/contract/limits.ts';
import type { Kysely } from 'kysely';
import type { Row, Tables } from '../../platform/database/tables.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { SignInParts } from '../two-factor/sign-in-parts.ts';
import type { Client } from '../attempts/client.ts';
import type { Attempt } from '../attempts/login-guard.ts';
import { writeLoginLog } from '../attempts/write-login-log.ts';
import { passwordGiver, passwordGiverIssue } from '../passwords/password-giver.ts';
import { verifyNothing, verifyPassword } from '../passwords/password.ts';
import { admitPerson, type How, type Shown, shownColumns } from './admit-person.ts';

/**
 * Signs a person in. `readings` are the account and password as each of the three dates decrypts them; the passwords decide
 * which is meant. No reading at all, which another date's IV can cause with short texts, is a failed attempt like any other
 * (docs/wire.md "Session"). Accounts of other dates' readings are mostly strangers': one that is locked is passed over, and
 * failures on it are counted apart (docs/decisions/0106-readings-of-a-sign-in.md). The answer and its time are the same for an
 * unknown account and a wrong password; only a right password reveals that the account is disabled or awaits approval, or
 * leads to the request for a code. `how` supplies what else is known about the attempt.
 */
export async function signIn(
  parts: SignInParts,
  readings: readonly string[][],
  client: Client,
  how: (person: Shown) => How | Promise<How> = () => ({ message: '登录成功' }),
): Promise<LoginAnswer> {
  const candidates = await candidatesOf(parts, readings, client);
  const found = await match(candidates);
  if (found !== undefined) {
    const known = await how(found.row);
    const closed = known.closed ?? (await passwordGiverIssue(parts, found.row));
    return admitPerson(parts, found.row, client, { ...known, closed, isOfOtherDate: found.isOfOtherDate });
  }
  const { db, guard } = parts;
  const [first, ...others] = candidates;
  for (const { row, attempt } of others) if (row !== undefined) await guard.count(db, attempt);
  await guard.failed(first.attempt);
  const { attempt, isOfOtherDate } = namedOf(candidates);
  const message = `账号或密码错误${isOfOtherDate ? '（按前一天或后一天的日期解读）' : ''}`;
  await writeLoginLog(db, { account: attempt.account, type: '登录', status: outcomes.failure, message, failedBy: 'password' }, client);
  throw new Refusal('wrongPassword');
}

/** One reading of the form; `row` is its account, if there is one. */
interface Candidate {
  readonly row: (Shown & Row<'sys_user', 'userPassword' | 'passwordGiver'>) | undefined;
  readonly password: string;
  readonly attempt: Attempt;
  readonly isOfOtherDate: boolean;
  /** Whether the password may be tried. */
  readonly isOpen: boolean;
}

type Candidates = readonly [Candidate, ...Candidate[]];

/** At least one; the first is of the server's date, if that date yields text. Refuses as the guard does if none may be tried. */
async function candidatesOf({ db, guard }: SignInParts, readings: readonly string[][], client: Client): Promise<Candidates> {
  const trimmed = readings.map(([account = '', password = '']) => ({
    account: account.trim().normalize('NFC'),
    password: password.trim(),
  }));
  const fit = trimmed.filter(({ account, password }) => account.length <= 64 && password.length <= limits.password.max);
  const rows = await accountsOf(db, fit);
  const candidateOf = async ({ account, password }: Reading, isOfOtherDate: boolean): Promise<Candidate> => {
    const row = rows.find(({ userAccount }) => userAccount.toLowerCase() === account.toLowerCase());
    const attempt = { account: row?.userAccount ?? account, client, isOfOtherDate };
    return { row, password, attempt, isOfOtherDate, isOpen: row === undefined && isOfOtherDate ? false : await guard.accepts(attempt) };
  };
  const [first = trimmed[0] ?? { account: '', password: '' }, ...others] = fit;
  const candidates: [Candidate, ...Candidate[]] = [await candidateOf(first, false)];
  for (const other of others) candidates.push(await candidateOf(other, true));
  if (!candidates.some(({ isOpen }) => isOpen)) await guard.ask(namedOf(candidates).attempt);
  return candidates;
}

/** The candidate that the log names: the first whose account exists, or else the first. */
const namedOf = (candidates: Candidates): Candidate => candidates.find(({ row }) => row !== undefined) ?? candidates[0];

interface Reading {
  account: string;
  password: string;
}

async function accountsOf(db: Kysely<Tables>, readings: readonly Reading[]): Promise<NonNullable<Candidate['row']>[]> {
  if (readings.length === 0) return [];
  return db
    .selectFrom('sys_user')
    .select([...shownColumns, 'userPassword', passwordGiver])
    .where(
      (eb) => eb.fn<string>('lower', ['userAccount']),
      'in',
      readings.map(({ account }) => account.toLowerCase()),
    )
    .execute();
}

/** Hashes once for each candidate until one matches, so that the time does not reveal which accounts exist. */
async function match(candidates: Candidates): Promise<(Candidate & { row: NonNullable<Candidate['row']> }) | undefined> {
  for (const candidate of candidates) {
    const { row, password, isOpen } = candidate;
    if (row === undefined || !isOpen) await verifyNothing(password);
    else if (await verifyPassword(password, row.userPassword)) return { ...candidate, row };
  }
  return undefined;
}
