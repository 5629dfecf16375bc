import { idAt } from './id-at.ts';
import type { Making } from './making.ts';

/** Tables whose records were created over the years, each with the column of a fixed order, and the age in days of its first and last record. */
const since = [
  { table: 'sys_org', name: 'org_code', from: 1500, to: 1300 },
  { table: 'sys_dept', name: 'dept_code', from: 1450, to: 500 },
  { table: 'sys_role', name: 'role_code', from: 1400, to: 300 },
  { table: 'sys_user', name: 'user_account', from: 1390, to: 0 },
] as const;

/**
 * Moves the records just created into the past: people joined over four years, after their organisations. Their log
 * lines are written again with the new time, so that the home page counts them in the right place.
 */
export async function makePast({ pool }: Making): Promise<void> {
  for (const { table, name, from, to } of since)
    await pool.query(`
      UPDATE ${table} t SET create_time = x.made, update_time = x.made FROM (
        SELECT id, now() - make_interval(days => ${to}, secs => (${from} - ${to}) * 86400 * percent_rank() OVER (ORDER BY md5(${name}))) AS made
        FROM ${table} WHERE ${name} <> 'admin') x
      WHERE t.id = x.id`);
  await pool.query(
    `UPDATE sys_msg SET create_time = publish_time - interval '2 hours', update_time = publish_time WHERE publish_time IS NOT NULL`,
  );
  await pool.query(
    `UPDATE sys_file f SET create_time = coalesce(m.publish_time, now()) - interval '1 hour' FROM sys_msg m WHERE f.otc_id = m.id::text`,
  );
  await pool.query(`UPDATE sys_user SET create_time = now() - interval '1510 days' WHERE user_account = 'admin'`);
  await rewriteLogs(pool);
}

async function rewriteLogs(pool: Making['pool']): Promise<void> {
  const { rows } = await pool.query<{ lines: string }>(`SELECT coalesce(jsonb_agg(to_jsonb(l)), '[]')::text AS lines FROM sys_log_opt l`);
  await pool.query('TRUNCATE sys_log_opt, sys_log_login');
  await pool.query(`SELECT open_log_months(now() - interval '360 days')`);
  await pool.query('DELETE FROM sys_log_tally');
  await pool.query('DELETE FROM sys_log_tally_new');
  // Leaves out lines older than the retention of the log.
  await pool.query(
    `INSERT INTO sys_log_opt
      SELECT (jsonb_populate_record(NULL::sys_log_opt, l || jsonb_build_object(
        'id', ${idAt('made.create_time')}, 'opt_time', made.create_time, 'create_time', made.create_time))).*
      FROM jsonb_array_elements($1::jsonb) l JOIN (
        SELECT id, create_time FROM sys_org UNION ALL SELECT id, create_time FROM sys_dept UNION ALL SELECT id, create_time FROM sys_role
        UNION ALL SELECT id, create_time FROM sys_user UNION ALL SELECT id, create_time FROM sys_msg
      ) made ON made.id = (l ->> 'target_id')::uuid
      WHERE made.create_time > now() - interval '360 days'`,
    [rows[0]?.lines ?? '[]'],
  );
}
