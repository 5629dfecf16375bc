import type { outcomes } from '@back-office/contract/status.ts';
import { newId } from '@back-office/server/platform/database/new-id.ts';
import type { Tables } from '@back-office/server/platform/database/tables.ts';
import type { Kysely } from 'kysely';
import { user } from '../../users/user.ts';

interface Line {
  readonly type: '申请重置密码' | '以邮件重置密码';
  /** The account's name, or the name as typed if there is no such account. */
  readonly account: string;
  readonly person?: { readonly id: string; readonly userName: string } | undefined;
  readonly ip: string;
  readonly status: (typeof outcomes)[keyof typeof outcomes];
  readonly message: string;
}

/** Writes an entry to the operation log without a context, as nobody is signed in. */
export async function writeResetLine(db: Kysely<Tables>, { type, account, person, ip, status, message }: Line): Promise<void> {
  await db
    .insertInto('sys_log_opt')
    .values({
      id: newId(),
      userAccount: account,
      userName: person?.userName ?? null,
      createUser: person?.id ?? null,
      updateUser: person?.id ?? null,
      optModule: user.title,
      optType: type,
      optTarget: person?.userName ?? account,
      optStatus: status,
      optMessage: message,
      optIp: ip,
      ...(person === undefined ? {} : { targetResource: user.name, targetId: person.id }),
    })
    .execute();
}
