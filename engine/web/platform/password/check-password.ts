import type { estimatePassword } from '@back-office/contract/password-estimate.ts';
import { passwordIssue, type PasswordOwner } from '@back-office/contract/password-rules.ts';

/** Downloads the estimator with its lists of passwords, names and words, some 200 KB; only when a new password is typed. */
export const loadEstimator = (): Promise<typeof estimatePassword> =>
  import('@back-office/contract/password-estimate.ts').then((module) => module.estimatePassword);

/** Why a new password is refused, in Chinese; undefined for a good one, and if the estimator could not be loaded: the server checks too. */
export async function checkPassword(password: string, owner: PasswordOwner): Promise<string | undefined> {
  const issue = passwordIssue(password, owner);
  if (issue !== undefined) return issue;
  const estimator = await loadEstimator().catch(() => undefined);
  return estimator?.(password, owner).issue;
}
