import { defineResource } from '@back-office/contract/resource/define-resource.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '@back-office/server/crud/context.ts';
import type { Operations, RouteParts } from '@back-office/server/crud/operations.ts';
import { anyOf } from '@back-office/server/platform/database/any-of.ts';
import { Refusal } from '@back-office/server/platform/http/refusal.ts';
import { ownRecordRoutes } from '../../shared/server/own-records.ts';
import { linkedAccount } from '../linked-account.ts';

const { scope: _scope, ...everyone } = linkedAccount;

/** Without a data scope, so that people always see their own linked accounts. */
const ownLinkedAccount = defineResource(everyone);

/** A person's own linked accounts in the personal centre: listing and removing them, whatever their rights on 关联账号. */
export function ownLinkedAccountRoutes(app: FastifyInstance, parts: RouteParts, operations: Operations): void {
  const remove: Operations['remove'] = async (context, resource, ids) => {
    await refuseSynchronised(context, ids);
    return operations.remove(context, resource, ids);
  };
  ownRecordRoutes(app, parts, { remove }, { resource: ownLinkedAccount, table: 'sys_linked_account' });
}

/** An account that a directory synchronises stays linked: linked with another person, its owner's dismissal would disable that one alone. */
async function refuseSynchronised({ db }: Context, ids: readonly string[]): Promise<void> {
  const found = await db
    .selectFrom('sys_linked_account as l')
    .innerJoin('sys_directory_entry as e', (join) => join.onRef('e.recordId', '=', 'l.sysUserId').onRef('e.entryKey', '=', 'l.subject'))
    .select('l.id')
    .where('e.entryKind', '=', 'person')
    .where('l.id', '=', anyOf(ids))
    .limit(1)
    .executeTakeFirst();
  if (found !== undefined) throw new Refusal('notPermitted', { message: '由目录同步管理，请联系管理员解除关联' });
}
