import type { RecordOf } from '@back-office/contract/resource/row.ts';
import type { WithFieldsOf } from '@back-office/contract/resource/resource.ts';
import type { CheckedOf } from '@back-office/server/crud/checked.ts';
import type { Context } from '@back-office/server/crud/context.ts';
import { remove } from '@back-office/server/crud/delete.ts';
import type { ResourcePart } from '@back-office/server/crud/operations.ts';
import { writeAll } from '@back-office/server/crud/save.ts';
import { selectRows } from '@back-office/server/crud/select.ts';
import { requireNotStronger } from '@back-office/server/identity/rights/grantable.ts';
import { endSessionsByLink } from '@back-office/server/identity/ways/linked-accounts.ts';
import type { Services } from '@back-office/server/office/server-feature.ts';
import { anyOf } from '@back-office/server/platform/database/any-of.ts';
import { now } from '@back-office/server/platform/database/now.ts';
import { Refusal, requireFound } from '@back-office/server/platform/http/refusal.ts';
import type { linkedAccount } from '../linked-account.ts';
import { ownLinkedAccountRoutes } from './own-linked-account-routes.ts';

type LinkedAccounts = WithFieldsOf<typeof linkedAccount>;
type Row = RecordOf<typeof linkedAccount>;

/**
 * A linked account opens the local one: people who may not set a user's password may not add or remove one either. Whoever assigns one is kept with
 * it: what it brings its owner must be theirs to give (docs/decisions/0104-assigned-links.md).
 */
export const linkedAccountPart = ({ signIn }: Services): ResourcePart => ({
  operations: {
    write: async (context, resource: LinkedAccounts, checked: readonly CheckedOf<typeof linkedAccount>[]) => {
      await requireWeaker(
        context,
        checked.flatMap(({ values, current }) => [current?.sysUserId ?? [], values.sysUserId ?? []].flat()),
      );
      const rows = await writeAll(context, resource, checked);
      const relinked = checked.filter(isRelinked);
      const assigning = context.db.updateTable('sys_linked_account').set({ assignedBy: context.user.userId });
      if (relinked.length > 0) await assigning.where('id', '=', anyOf(relinked.map(({ id }) => id))).execute();
      for (const { current } of relinked) if (current !== undefined) await endSessionsOf(context, current);
      await tellAssigned(context, signIn, relinked);
      return rows;
    },
    remove: removeLinks,
  },
  routes: (app, parts, operations) => ownLinkedAccountRoutes(app, { ...parts, signIn }, operations),
});

/** Whether it links somebody, rather than correcting a name. */
const isRelinked = ({ current, values }: CheckedOf<typeof linkedAccount>): boolean =>
  (['sysUserId', 'issuer', 'subject'] as const).some((name) => values[name] !== undefined && values[name] !== current?.[name]);

/** Tells people of accounts elsewhere that open theirs from now on. */
async function tellAssigned(
  { db, user, origin }: Context,
  { telling }: Services['signIn'],
  relinked: readonly CheckedOf<typeof linkedAccount>[],
): Promise<void> {
  const people = relinked.flatMap(({ values, current }) => (values.sysUserId === undefined ? current?.sysUserId : values.sysUserId) ?? []);
  const told = await existingAmong(db, people);
  const [own, others] = [told.filter((id) => id === user.userId), told.filter((id) => id !== user.userId)];
  const remedy = '解除不认识的关联';
  for (const tell of telling) {
    await tell(db, own, { title: '您的账号关联了其他账号', from: `来自 ${origin.ip}`, remedy });
    await tell(db, others, { title: '您的账号被关联了其他账号', from: `由 ${user.userAccount} 操作`, remedy });
  }
}

/** Those who were not added in this very transaction, as by the run of a directory: before, they had no account that somebody could open. */
async function existingAmong(db: Context['db'], people: readonly string[]): Promise<string[]> {
  if (people.length === 0) return [];
  const rows = await db.selectFrom('sys_user').select('id').where('id', '=', anyOf(people)).where('createTime', '!=', now).execute();
  return rows.map(({ id }) => id);
}

/** Removal is final: the recycle bin does not keep links. */
async function removeLinks(context: Context, resource: LinkedAccounts, ids: readonly string[]): Promise<void> {
  const rows = await selectRows(context, resource, ids);
  requireFound(ids, rows);
  await requireWeaker(
    context,
    rows.flatMap(({ sysUserId }) => sysUserId ?? []),
  );
  await remove({ ...context, keepDeleted: () => Promise.resolve() }, resource, ids);
  for (const row of rows) await endSessionsOf(context, row);
}

async function requireWeaker(context: Context, people: readonly string[]): Promise<void> {
  if (context.user.key !== undefined) throw new Refusal('notPermitted', { message: '接口密钥不能管理关联账号' });
  await requireNotStronger(
    context,
    people.filter((id) => id !== context.user.userId),
  );
}

/** Ends the sessions that were opened by it, except the one from which its owner removes it. */
async function endSessionsOf(
  { db, user }: Context,
  { issuer, subject, sysUserId }: Pick<Row, 'issuer' | 'subject' | 'sysUserId'>,
): Promise<void> {
  if (sysUserId !== null) await endSessionsByLink(db, { issuer, subject, userId: sysUserId }, user.sessionId);
}
