import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { hashPassword } from '../../engine/server/identity/passwords/password.ts';

/** The password of everybody created here. */
export const staffPassword = 'Plain-Horse-7193';
const perOrg = 100;

/**
 * Inserts so many people into the database, a hundred per organisation, who see their organisation, write notices and
 * read dictionaries; returns their accounts. `resources` are given with the permissions on each.
 */
export async function insertStaff(pool: pg.Pool, count: number, resources: Readonly<Record<string, string>>): Promise<string[]> {
  const role = randomUUID();
  await pool.query(
    `INSERT INTO sys_role (id, role_name, role_code, role_status, data_scope) VALUES ($1, '员工', 'staff', '正常', '本机构及下级')`,
    [role],
  );
  for (const [resource, permissions] of Object.entries(resources)) {
    const { rows } = await pool.query<{ id: string }>('SELECT id FROM sys_function WHERE function_component = $1', [`${resource}/list`]);
    await pool.query('INSERT INTO sys_role_function VALUES ($1, $2, $3)', [role, rows[0]?.id, permissions]);
  }
  await pool.query(
    `WITH orgs AS (
       INSERT INTO sys_org (id, org_name, org_code, org_status)
       SELECT gen_random_uuid(), '机构' || n, 'workday-' || n, '正常' FROM generate_series(0, ($1 - 1) / $2) AS n RETURNING id, org_code
     ), people AS (
       INSERT INTO sys_user (id, user_account, user_name, user_password, user_status, sys_org_id)
       SELECT gen_random_uuid(), 'staff' || n, '员工' || n, $3, '正常', orgs.id
       FROM generate_series(0, $1 - 1) AS n JOIN orgs ON org_code = 'workday-' || n / $2 RETURNING id
     )
     INSERT INTO sys_user_role (owner_id, target_id) SELECT id, $4 FROM people`,
    [count, perOrg, await hashPassword(staffPassword), role],
  );
  await pool.query('ANALYZE');
  return Array.from({ length: count }, (_, at) => `staff${at}`);
}
