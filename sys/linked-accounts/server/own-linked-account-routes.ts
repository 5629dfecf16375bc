import { defineResource } from '@back-office/contract/resource/define-resource.ts';
import type { FastifyInstance } from 'fastify';
import type { Operations, RouteParts } from '@back-office/server/crud/operations.ts';
import { ownRecordRoutes } from '../../shared/server/own-records.ts';
import { linkedAccount } from '../linked-account.ts';

const { scope: _scope, ...everyone } = linkedAccount;

/** Without a data scope, so that people always see their own linked accounts. */
const ownLinkedAccount = defineResource(everyone);

/** A person's own linked accounts in the personal centre: listing and removing them, whatever their rights on 关联账号. */
export function ownLinkedAccountRoutes(app: FastifyInstance, parts: RouteParts, operations: Operations): void {
  ownRecordRoutes(app, parts, operations, { resource: ownLinkedAccount, table: 'sys_linked_account' });
}
