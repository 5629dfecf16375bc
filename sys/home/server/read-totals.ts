import { smsStatuses } from '../../sms/sms.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '@back-office/server/crud/context.ts';
import { visible } from '@back-office/server/crud/visible.ts';
import { bytesByDay } from './bytes-by-day.ts';
import { peopleByDay } from './people-by-day.ts';

/** "New" means within this many days, today the last of them. */
const days = 30;

/** Figures counted on request, each within the person's data scope. */
export interface Totals {
  users: number;
  newUsers: number;
  newUsersBefore: number;
  online: number;
  storage: number;
  smsSent: number;
  smsFailed: number;
}

/** Counts them in one statement that reads each table once; users and files, of which there are many, from tallies. */
export async function readTotals(context: Context): Promise<Totals> {
  const from = (resource: string, what: RawBuilder<unknown>, when: RawBuilder<unknown> = sql`true`): RawBuilder<unknown> => {
    const declared = context.resourceOf(resource);
    return sql`(SELECT ${what} FROM ${sql.table(declared.table)} t WHERE ${visible(context, declared)} AND ${when})`;
  };
  const lately = sql`t.create_time >= current_date - ${days - 1}::int`;
  const sms = sql`count(*) FILTER (WHERE t.sms_status = ${sql.lit(smsStatuses.sent)}) AS sms_sent, count(*) FILTER (WHERE t.sms_status = ${sql.lit(smsStatuses.failed)}) AS sms_failed`;
  const { rows } = await sql<Totals>`SELECT users, new_users, new_users_before, online, storage, sms_sent, sms_failed FROM
    ${userTallies(context)} AS u,
    ${from('sys/session', sql`count(DISTINCT t.sys_user_id) AS online`)} AS s,
    (SELECT coalesce(sum(bytes), 0)::bigint AS storage FROM (${bytesByDay(context)}) k) AS f,
    ${from('sys/sms', sms, lately)} AS m`.execute(context.db);
  return rows[0] ?? { users: 0, newUsers: 0, newUsersBefore: 0, online: 0, storage: 0, smsSent: 0, smsFailed: 0 };
}

/** The numbers of users, from tallies. */
const userTallies = (context: Context): RawBuilder<unknown> => sql`(
  SELECT coalesce(sum(rows), 0)::bigint AS users, coalesce(sum(rows) FILTER (WHERE day > current_date - ${days}::int), 0)::bigint AS new_users,
    coalesce(sum(rows) FILTER (WHERE day > current_date - ${2 * days}::int AND day <= current_date - ${days}::int), 0)::bigint AS new_users_before
  FROM (${peopleByDay(context)}) k)`;
