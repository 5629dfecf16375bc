import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../crud/context.ts';
import { visible } from '../crud/visible.ts';

/** Figures that are counted when they are asked for, each within the person's data scope. */
export interface Totals {
  users: number;
  newUsers: number;
  newUsersBefore: number;
  online: number;
  storage: number;
  smsSent: number;
  smsFailed: number;
}

/** Counts them in one statement, reading each table once. */
export async function readTotals(context: Context): Promise<Totals> {
  const from = (resource: string, what: RawBuilder<unknown>, when: RawBuilder<unknown> = sql`true`): RawBuilder<unknown> => {
    const declared = context.resourceOf(resource);
    return sql`(SELECT ${what} FROM ${sql.table(declared.table)} t WHERE ${visible(context, declared)} AND ${when})`;
  };
  const between = (from: number, to: number): RawBuilder<unknown> =>
    sql`t.create_time >= now() - make_interval(days => ${from}) AND t.create_time < now() - make_interval(days => ${to})`;
  const users = sql`count(*) AS users, count(*) FILTER (WHERE ${between(30, 0)}) AS new_users,
    count(*) FILTER (WHERE ${between(60, 30)}) AS new_users_before`;
  const sms = sql`count(*) FILTER (WHERE t.sms_status = '发送成功') AS sms_sent, count(*) FILTER (WHERE t.sms_status = '发送失败') AS sms_failed`;
  const { rows } = await sql<Totals>`SELECT users, new_users, new_users_before, online, storage, sms_sent, sms_failed FROM
    ${from('sys/user', users)} AS u,
    ${from('sys/session', sql`count(DISTINCT t.sys_user_id) AS online`)} AS s,
    ${from('sys/file', sql`coalesce(sum(t.file_size), 0)::bigint AS storage`)} AS f,
    ${from('sys/sms', sms, between(30, 0))} AS m`.execute(context.db);
  return rows[0] ?? { users: 0, newUsers: 0, newUsersBefore: 0, online: 0, storage: 0, smsSent: 0, smsFailed: 0 };
}
