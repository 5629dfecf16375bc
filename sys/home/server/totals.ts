import { smsStatuses } from '../../sms/sms.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '@back-office/server/crud/context.ts';
import { scopeOf } from '@back-office/server/identity/rights/data-scope.ts';
import { reachOf } from '@back-office/server/identity/rights/reach.ts';
import { seesAll, visible } from '@back-office/server/crud/visible.ts';

/** What is new came in this many days, today the last of them. */
const days = 30;

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

/** Counts them in one statement, reading each table once; people, of whom there are many, as they were kept. */
export async function readTotals(context: Context): Promise<Totals> {
  const from = (resource: string, what: RawBuilder<unknown>, when: RawBuilder<unknown> = sql`true`): RawBuilder<unknown> => {
    const declared = context.resourceOf(resource);
    return sql`(SELECT ${what} FROM ${sql.table(declared.table)} t WHERE ${visible(context, declared)} AND ${when})`;
  };
  const lately = sql`t.create_time >= now() - make_interval(days => ${days})`;
  const sms = sql`count(*) FILTER (WHERE t.sms_status = ${sql.lit(smsStatuses.sent)}) AS sms_sent, count(*) FILTER (WHERE t.sms_status = ${sql.lit(smsStatuses.failed)}) AS sms_failed`;
  const { rows } = await sql<Totals>`SELECT users, new_users, new_users_before, online, storage, sms_sent, sms_failed FROM
    ${userTallies(context)} AS u,
    ${from('sys/session', sql`count(DISTINCT t.sys_user_id) AS online`)} AS s,
    ${from('sys/file', sql`coalesce(sum(t.file_size), 0)::bigint AS storage`)} AS f,
    ${from('sys/sms', sms, lately)} AS m`.execute(context.db);
  return rows[0] ?? { users: 0, newUsers: 0, newUsersBefore: 0, online: 0, storage: 0, smsSent: 0, smsFailed: 0 };
}

/**
 * People by the organisations that are reached, as migration 0038 keeps them, and whom the person made elsewhere; the
 * same people as `visible` shows.
 */
function userTallies(context: Context): RawBuilder<unknown> {
  const { user } = context;
  const people = context.resourceOf('sys/user');
  const reach = reachOf(user, people.name);
  const all = seesAll(context, people);
  const kept = (table: string): RawBuilder<unknown> =>
    sql`SELECT day, rows FROM ${sql.table(table)} WHERE ${all ? sql`true` : sql`holder IN (${reach.orgs})`}`;
  const parts = [kept('sys_user_tally'), kept('sys_user_tally_new')];
  if (scopeOf(user, people.name).own && !all)
    parts.push(sql`SELECT tally_day(u.create_time), 1 FROM sys_user u WHERE (u.create_user = ${user.userId}::uuid OR u.id = ${user.userId}::uuid)
      AND (u.sys_org_id IN (${reach.orgs})) IS NOT TRUE`);
  return sql`(SELECT coalesce(sum(rows), 0)::bigint AS users, coalesce(sum(rows) FILTER (WHERE day > current_date - ${days}::int), 0)::bigint AS new_users,
    coalesce(sum(rows) FILTER (WHERE day > current_date - ${2 * days}::int AND day <= current_date - ${days}::int), 0)::bigint AS new_users_before
    FROM (${sql.join(parts, sql` UNION ALL `)}) k)`;
}
