import { refusedField } from '../../platform/http/refusal.ts';
import type { Client } from '../attempts/client.ts';
import { attemptIn, type LoginGuard } from '../attempts/login-guard.ts';
import { passwordGiver, passwordGiverIssue } from './password-giver.ts';
import { verifyPassword } from './password.ts';
import type { Judging } from '../rights/grantable.ts';
import type { SignedIn } from '../rights/signed-in.ts';

/**
 * Requires the signed-in user to enter their password again; returns its hash. A wrong one is refused with 40000 at
 * `field` and counts as a failed sign-in, of this session and of the account: a stolen session guesses no faster than
 * anybody else, and guesses from elsewhere do not stop the owner from changing their password. So is a right one that
 * somebody else set who has fewer rights than its owner by now.
 */
export async function confirmPassword(
  { db, guard, resources }: Judging & { readonly guard: LoginGuard },
  signedIn: SignedIn,
  client: Client,
  { field, label, password }: { field: string; label: string; password: string },
): Promise<string> {
  const { userId } = signedIn;
  const attempt = attemptIn(signedIn, client);
  await guard.ask(attempt);
  const user = await db.selectFrom('sys_user').select(['userPassword', passwordGiver]).where('id', '=', userId).executeTakeFirst();
  if (user === undefined || password.length > 256 || !(await verifyPassword(password, user.userPassword))) {
    await guard.failed(attempt);
    throw refusedField(field, `${label}不正确`);
  }
  await guard.ask(attempt);
  const issue = await passwordGiverIssue({ db, resources }, { id: userId, passwordGiver: user.passwordGiver });
  if (issue !== undefined) throw refusedField(field, issue);
  return user.userPassword;
}
