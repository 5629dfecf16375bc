import type { ClientBase } from 'pg';

const hasMonths = async (client: ClientBase): Promise<boolean> =>
  (await client.query<{ found: boolean }>(`SELECT to_regproc('log_parts') IS NOT NULL AS found`)).rows[0]?.found === true;

/** The start of the first month for which a log has a partition; undefined if the logs are one table each, as in older versions. */
export async function firstLogMonth(client: ClientBase): Promise<string | undefined> {
  if (!(await hasMonths(client))) return undefined;
  const { rows } = await client.query<{ since: string | null }>(
    `SELECT to_char(time_of_id(min(lower::text)::uuid) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS since
     FROM (VALUES ('sys_log_opt'), ('sys_log_login')) log(name), log_parts(log.name) WHERE is_month`,
  );
  return rows[0]?.since ?? undefined;
}

/** Creates the partitions for the months of the lines, in logs that are still empty: otherwise all would be in the partition `…_before`. */
export async function createPartitionsSince(client: ClientBase, since: string | undefined): Promise<void> {
  if (since !== undefined && (await hasMonths(client))) await client.query('SELECT open_log_months($1)', [since]);
}
