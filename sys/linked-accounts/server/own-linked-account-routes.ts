import { defineResource } from '@back-office/contract/resource/define-resource.ts';
import type { FastifyInstance } from 'fastify';
import type { Operations, RouteParts } from '@back-office/server/crud/operations.ts';
import { ownRecordRoutes } from '../../shared/server/own-records.ts';
import { linkedAccount } from '../linked-account.ts';

const { scope: _scope, ...everyone } = linkedAccount;

/** No data scope hides a person's own accounts from them. */
const ownLinkedAccount = defineResource(everyone);

/** A person's own accounts elsewhere in the personal centre: reading and ending them, whatever their rights on 关联账号. */
export function ownLinkedAccountRoutes(app: FastifyInstance, parts: RouteParts, operations: Operations): void {
  ownRecordRoutes(app, parts, operations, { resource: ownLinkedAccount, table: 'sys_linked_account' });
}
