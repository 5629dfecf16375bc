import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Staff } from '@back-office/app/testing/server/staff.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';

/*
 * A database may lose recent changes while a node runs: after a failover to a lagging standby, or after an older copy is restored. Facts cached under
 * a lost epoch must not count as valid once later changes have raised the epoch to the same number.
 */
let app: TestApp;
let staff: Staff;
let admin: string;

beforeAll(async () => {
  app = await openTestApp();
  staff = new Staff(app);
  admin = await app.admin();
});
afterAll(() => app.drop());

const sql = (text: string, values: unknown[] = []) => app.database.pool.query<{ value: string }>(text, values);
const epochOf = async (name: string) => (await sql('SELECT value::text FROM sys_epoch WHERE name = $1', [name])).rows[0]?.value;

/** Undoes a change together with the epoch that it raised, as if it had never been. */
async function goBack(name: string, value: string | undefined, undo: string, values: unknown[]): Promise<void> {
  const client = await app.database.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SET LOCAL session_replication_role = replica');
    await client.query(undo, values);
    await client.query('UPDATE sys_epoch SET value = $2 WHERE name = $1', [name, value]);
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

it('a permission granted by a change that the database lost does not apply, whatever is changed afterwards', async () => {
  const role = await staff.role({ dataScope: '全部', grants: { 'sys/org': ['read'] } });
  const { token } = await staff.signedIn(await staff.org(), [role]);
  const roles = () => app.call(token, 'GET', 'sys/role/select-page');
  const move = `UPDATE sys_role_function SET sys_role_id = $2 WHERE sys_role_id = $1`;
  const other = await staff.role({ dataScope: '全部', grants: { 'sys/role': ['read'] } });
  const before = await epochOf('rights');
  await sql(move, [other, role]);
  expect(await roles()).toMatchObject({ code: 20000 });
  await goBack('rights', before, move, [role, other]);
  await sql("UPDATE sys_role SET role_remark = '改' WHERE id = $1", [other]);
  expect(await roles()).toMatchObject({ code: 40300 });
});

it('a dictionary entry enabled by a change that the database lost is refused, whatever is changed afterwards', async () => {
  const orgType = randomUUID();
  const set = 'UPDATE sys_dict SET dict_status = $2 WHERE dict_value = $1';
  await sql(
    `INSERT INTO sys_dict (id, parent_id, dict_label, dict_value, dict_value_type, dict_status)
     SELECT gen_random_uuid(), id, '词', $1, 'String', '停用' FROM sys_dict WHERE dict_value = 'org_type' AND parent_id IS NULL`,
    [orgType],
  );
  const save = () => app.call(admin, 'POST', 'sys/org/save', { orgName: '机构', orgCode: randomUUID(), orgType });
  const before = await epochOf('dict');
  await sql(set, [orgType, '正常']);
  expect(await save()).toMatchObject({ code: 20000 });
  await goBack('dict', before, set, [orgType, '停用']);
  await sql("UPDATE sys_dict SET dict_label = dict_label WHERE dict_value = 'status'");
  expect(await save()).toMatchObject({ code: 40000 });
});
