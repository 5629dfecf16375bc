import { defineResource } from '@back-office/contract/resource/define-resource.ts';
import type { RecordOf } from '@back-office/contract/resource/row.ts';
import { changeOf } from '@back-office/server/crud/change.ts';
import type { Context } from '@back-office/server/crud/context.ts';
import { selectLocked } from '@back-office/server/crud/select.ts';
import { now } from '@back-office/server/platform/database/now.ts';
import { Refusal } from '@back-office/server/platform/http/refusal.ts';
import { passkey } from '../passkey.ts';

const { scope: _scope, ...everyone } = passkey;

/** The resource without a data scope, so that people always see their own passkeys. */
export const ownPasskey = defineResource(everyone);

/** Locks one of the caller's own passkeys for the transaction; 40400 for any other. */
export async function lockOwn(context: Context, id: string): Promise<RecordOf<typeof passkey>> {
  const row = await selectLocked(context, ownPasskey, id);
  if (row.sysUserId !== context.user.userId) throw new Refusal('gone');
  return row;
}

/** Renames a passkey, and writes that to the operation log. */
export async function renamePasskey(context: Context, row: RecordOf<typeof passkey>, passkeyName: string): Promise<void> {
  if (row.passkeyName === passkeyName) return;
  await context.db
    .updateTable('sys_passkey')
    .set((eb) => ({ passkeyName, version: eb('version', '+', 1), updateTime: now, updateUser: context.user.userId }))
    .where('id', '=', row.id)
    .execute();
  await context.record(context, [changeOf(passkey, row, { ...row, passkeyName })]);
}
