import { cutText } from '@back-office/contract/cut-text.ts';
import { outcomes } from '@back-office/contract/status.ts';
import { sql } from 'kysely';
import type { Change } from '../change.ts';
import type { Context } from '../context.ts';
import { givenRows } from '../../platform/database/given-rows.ts';
import { given, statementFor } from '../../platform/database/statement.ts';
import { batchesOf } from '../../platform/database/batches-of.ts';
import { newId } from '../../platform/database/new-id.ts';

const types = { id: 'uuid', target_id: 'uuid', opt_changes: 'jsonb', target_stood: 'jsonb' };

/**
 * Writes one line of the operation log for each change, in the transaction of the change itself: both are committed or neither. It does not wait for
 * the database's answer; a line that cannot be written fails the transaction.
 */
export async function recordChanges(context: Context, changes: readonly Change[]): Promise<void> {
  for (const portion of batchesOf(changes)) await record(context, portion);
}

async function record({ user, origin, db }: Context, changes: readonly Change[]): Promise<void> {
  const rows = changes.map(({ resource, type, id, target, fields, message, stood }) => ({
    id: newId(),
    opt_module: resource.title,
    opt_type: type,
    opt_target: cutText(target, 500),
    target_resource: resource.name,
    target_id: id,
    opt_changes: fields,
    opt_message: message,
    target_stood: stood,
  }));
  const x = givenRows(Object.keys(rows[0] ?? {}), types, rows);
  const insert = statementFor(
    [types],
    x.key,
    () => sql`
      INSERT INTO sys_log_opt (id, user_account, user_name, opt_module, opt_type, opt_target, target_resource, target_id, opt_changes, opt_message, target_stood,
        request_method, request_path, request_params, opt_status, opt_ip, request_id, duration, token_name, create_user, update_user)
      SELECT x.id, ${given('account')}, ${given('name')}, x.opt_module, x.opt_type, x.opt_target, x.target_resource, x.target_id, x.opt_changes, x.opt_message, x.target_stood,
        ${given('method')}, ${given('path')}, ${given('params')}::jsonb, ${sql.lit(outcomes.success)}, ${given('ip')}, ${given('requestId')}, ${given('elapsed')}, ${given('key')}, ${given('user')}::uuid, ${given('user')}::uuid
      FROM ${x.table()}`,
  );
  await insert.send(db, {
    account: user.userAccount,
    name: user.userName,
    method: origin.method,
    path: origin.path,
    params: origin.params?.() ?? null,
    ip: origin.ip,
    requestId: origin.requestId,
    elapsed: origin.elapsed(),
    user: user.userId,
    key: user.key?.name ?? null,
    ...x.values,
  });
}
