import type { WithFieldsOf } from '@back-office/contract/resource/resource.ts';
import { sql } from 'kysely';
import { remove } from '@back-office/server/crud/delete.ts';
import type { CheckedOf } from '@back-office/server/crud/checked.ts';
import type { Context } from '@back-office/server/crud/context.ts';
import type { ResourcePart } from '@back-office/server/crud/operations.ts';
import { writeAll } from '@back-office/server/crud/save.ts';
import { selectRows } from '@back-office/server/crud/select.ts';
import { hashOfApiKey, newApiKey } from '@back-office/server/identity/api-keys/api-key.ts';
import { givenPasswordIssue } from '@back-office/server/identity/two-factor/confirm-sign-in.ts';
import type { Services } from '@back-office/server/office/server-feature.ts';
import { anyOf } from '@back-office/server/platform/database/any-of.ts';
import { refused, Refusal, requireFound } from '@back-office/server/platform/http/refusal.ts';
import type { MadeToken } from '../made-token.ts';
import { token } from '../token.ts';
import { notifyOwner } from '../../notices/server/notify-owner.ts';
import { ownTokenRoutes } from './own-token-routes.ts';
import { requireMayManageTokensOf, tokenIssues } from './token-guard.ts';

type Tokens = WithFieldsOf<typeof token>;

/** API keys: only the answer that creates one contains it (docs/wire.md "Programs"). */
export const tokenPart = ({ office, signIn, features }: Services): ResourcePart => ({
  operations: {
    guard: async (context, _resource, checked: readonly CheckedOf<typeof token>[]) => {
      await refuseGivenPassword(signIn, context, checked);
      return tokenIssues(context, office, checked);
    },
    write: async (context, resource: Tokens, checked: readonly CheckedOf<typeof token>[]) => {
      await refuseGivenPassword(signIn, context, checked);
      const issues = await tokenIssues(context, office, checked);
      if (issues.length > 0) throw refused(checked.length > 1 ? issues : issues.map(({ field, message }) => ({ field, message })));
      const rows = await writeTokens(context, resource, checked);
      if (features.some(({ name }) => name === 'notices')) await notifyOwners(context, checked);
      return rows;
    },
    remove: removeTokens,
  },
  routes: (app, parts, operations) =>
    ownTokenRoutes(app, { ...parts, signIn, issuesOf: (context, checked) => tokenIssues(context, office, checked) }, operations),
});

/** Whoever set the password with which this session was opened may know it: a key would outlive both (docs/decisions/0105-passwords-set-by-others.md). */
async function refuseGivenPassword(
  signIn: Services['signIn'],
  { db, user }: Context,
  checked: readonly CheckedOf<typeof token>[],
): Promise<void> {
  const issue = checked.some((key) => newOwnerOf(key) !== undefined) ? await givenPasswordIssue({ ...signIn, db }, user) : undefined;
  if (issue !== undefined) throw new Refusal('notPermitted', { message: issue });
}

async function writeTokens(context: Context, resource: Tokens, checked: readonly CheckedOf<typeof token>[]): Promise<MadeToken[]> {
  const rows = await writeAll(context, resource, checked);
  const made = new Map(checked.filter(({ current }) => current === undefined).map(({ id }) => [id, newApiKey()]));
  for (const [id, key] of made)
    await context.db
      .updateTable('sys_token')
      .set({ tokenHash: hashOfApiKey(key) })
      .where('id', '=', id)
      .execute();
  await keepWhoHandedOver(context, checked);
  return rows.map((row) => {
    const key = made.get(row.id);
    return key === undefined ? row : { ...row, token: key };
  });
}

/** Whoever hands a key to another owner may know it, as whoever made it does: it never does more than they may (docs/decisions/0072-api-keys.md). */
async function keepWhoHandedOver({ db, user }: Context, checked: readonly CheckedOf<typeof token>[]): Promise<void> {
  const handed = checked.filter((key) => key.current !== undefined && newOwnerOf(key) !== undefined);
  if (handed.length === 0) return;
  await db
    .updateTable('sys_token')
    .set({ assignedBy: sql<string[]>`array_append(array_remove(assigned_by, ${user.userId}::uuid), ${user.userId}::uuid)` })
    .where('id', '=', anyOf(handed.map(({ id }) => id)))
    .execute();
}

/** Whose a key becomes, if that is somebody else than before; each new key becomes somebody's. */
const newOwnerOf = ({ values: { sysUserId: owner }, current }: CheckedOf<typeof token>): string | undefined =>
  owner === null || owner === current?.sysUserId ? undefined : owner;

/** Tells people of keys that act for them from now on: whoever made one, at their open browser too, knows it. */
async function notifyOwners({ db, user, origin }: Context, checked: readonly CheckedOf<typeof token>[]): Promise<void> {
  for (const key of checked) {
    const userId = newOwnerOf(key);
    if (userId === undefined) continue;
    const own = userId === user.userId;
    const title = own ? '您的账号新建了接口密钥' : '管理员为您的账号添加了接口密钥';
    const from = own ? `来自 ${origin.ip}` : `由管理员 ${user.userAccount} 操作`;
    const name = key.values.tokenName ?? key.current?.tokenName ?? '';
    await notifyOwner(db, { userId, title, name, from, remedy: '删除不认识的接口密钥' });
  }
}

/** Removal is final: the recycle bin does not keep keys. */
async function removeTokens(context: Context, resource: Tokens, ids: readonly string[]): Promise<void> {
  const rows = await selectRows(context, resource, ids);
  requireFound(ids, rows);
  await requireMayManageTokensOf(
    context,
    rows.flatMap(({ sysUserId }) => sysUserId ?? []),
  );
  await remove({ ...context, keepDeleted: () => Promise.resolve() }, resource, ids);
}
