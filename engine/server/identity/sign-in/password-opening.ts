import { type Kysely, sql } from 'kysely';
import { outcomes } from '@back-office/contract/status.ts';
import { newId } from '../../platform/database/new-id.ts';
import type { Tables } from '../../platform/database/tables.ts';

/** Most hours for which the local password may be opened. */
export const maxOpenHours = 168;

/** Whether the local password is temporarily open to everybody, although LOGIN_METHODS excludes it. */
export async function isPasswordOpen(db: Kysely<Tables>): Promise<boolean> {
  const open = await db
    .selectFrom('sys_password_opening')
    .select('id')
    .where(sql<boolean>`open_until > now()`)
    .executeTakeFirst();
  return open !== undefined;
}

/** Opens the local password for so many hours, or closes it with 0, whatever LOGIN_METHODS says; recorded in the operation log. */
export async function openPassword(db: Kysely<Tables>, hours: number): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const openUntil = sql<Date>`now() + make_interval(hours => ${hours}::integer)`;
    await transaction
      .insertInto('sys_password_opening')
      .values({ id: true, openUntil })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ openUntil }))
      .execute();
    await transaction
      .insertInto('sys_log_opt')
      .values({
        id: newId(),
        userAccount: '（服务器）',
        userName: '（服务器）',
        optModule: '登录方式',
        optType: hours === 0 ? '关闭本地密码' : '开放本地密码',
        optStatus: outcomes.success,
        optMessage: hours === 0 ? '在服务器上执行的命令' : `在服务器上执行的命令，开放 ${hours} 小时`,
        optIp: '',
        requestId: '',
      })
      .execute();
  });
}
