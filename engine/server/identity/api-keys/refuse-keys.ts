import { Refusal } from '../../platform/http/refusal.ts';
import type { SignedIn } from '../rights/signed-in.ts';

/**
 * Refuses with 40300 if an API key writes or starts something that acts later with all the rights of its person, such as a job: only in its own calls is
 * a key limited to the permissions that it lists (docs/decisions/0072-api-keys.md). `what` completes the sentence 接口密钥不能管理….
 * @example
 * export const renewAll = async (context: Context): Promise<string> => {
 *   refuseKeys(context, '合同续签');
 *   return addJob(context.db, { kind: 'acme-renew-all', payload: null, ownerId: context.user.userId });
 * };
 */
export function refuseKeys({ user }: { readonly user: SignedIn }, what: string): void {
  if (user.key !== undefined) throw new Refusal('notPermitted', { message: `接口密钥不能管理${what}` });
}
