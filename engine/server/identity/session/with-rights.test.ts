import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { Staff } from '@back-office/app/testing/server/staff.ts';
import { type Answer, openTestApp, type Session, type TestApp, userPassword } from '@back-office/app/testing/server/test-app.ts';
import { Sheet } from '@back-office/app/testing/server/sheet.ts';
import { sendChunk } from '@back-office/app/testing/server/uploads.ts';
import { untilWaiting } from '../../testing/until-waiting.ts';

/* A right revoked and committed while a change waits for a lock is gone for the change too (docs/wire.md "Specific calls"). */
let app: TestApp;
let staff: Staff;
let admin: string;
let home = '';
let count = 0;
const all = Object.fromEntries(
  ['user', 'org', 'role', 'recycle', 'dict'].map((name) => [`sys/${name}`, ['write', 'import', 'delete', 'restore']]),
);

beforeAll(async () => {
  app = await openTestApp();
  staff = new Staff(app);
  admin = await app.admin();
  home = await staff.org();
});
afterAll(() => app.drop());

/** The embedded database has one connection: nothing runs concurrently. */
const hasOneConnection = inject('testTemplate').kind === 'embedded';

const sql = (text: string, values: unknown[] = []) => app.database.pool.query<{ id: string }>(text, values);
const clerk = async (dataScope = '全部'): Promise<Session> => {
  const one = await staff.signedIn(home, [await staff.role({ dataScope, grants: all })]);
  // Caches their session (`CachedSessions`).
  expect((await app.call(one.token, 'GET', 'sys/dict/create')).code).toBe(20000);
  return one;
};
const revoke = ({ userId }: Session) =>
  sql('DELETE FROM sys_role_function WHERE sys_role_id IN (SELECT target_id FROM sys_user_role WHERE owner_id = $1)', [userId]);
const newDict = async () => {
  count += 1;
  return (await app.call(admin, 'POST', 'sys/dict/save', { dictLabel: '样本', dictValue: `w${count}`, dictValueType: 'String' })).data;
};

/** Makes the call while another connection locks the row, runs `happens` there or elsewhere while the call waits, and returns its answer. */
async function whileHeld<Data>(
  table: string,
  id: string,
  call: () => Promise<Answer<Data>>,
  happens: (query: typeof sql) => Promise<unknown>,
): Promise<Answer<Data>> {
  const holder = await app.database.pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query(`SELECT FROM ${table} WHERE id = $1 FOR UPDATE`, [id]);
    const answer = call();
    await untilWaiting(app.database.pool);
    await happens((text, values) => holder.query(text, values));
    await holder.query('COMMIT');
    return await answer;
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
}

interface Door {
  name: string;
  /** The row that is locked, and the call that waits for it. */
  go: (one: Session) => Promise<{ table: string; id: string; call: () => Promise<Answer> }>;
}
const post = ({ token }: Session, path: string, body?: unknown) => app.call(token, 'POST', path, body);
const doors: Door[] = [
  {
    name: 'a save',
    go: async (one) => {
      const { id, version } = await newDict();
      return { table: 'sys_dict', id, call: () => post(one, 'sys/dict/save', { id, version, dictLabel: '新' }) };
    },
  },
  {
    name: 'a batch',
    go: async (one) => {
      const { id, version } = await newDict();
      return { table: 'sys_dict', id, call: () => post(one, 'sys/dict/save-batch', [{ id, version, dictLabel: '新' }]) };
    },
  },
  {
    name: 'a delete',
    go: async ({ token }) => {
      const { id } = await newDict();
      return { table: 'sys_dict', id, call: () => app.call(token, 'DELETE', `sys/dict/delete/${id}`) };
    },
  },
  {
    name: 'a restore',
    go: async (one) => {
      const { id: gone } = await newDict();
      await app.call(admin, 'DELETE', `sys/dict/delete/${gone}`);
      const { rows } = await sql('SELECT id FROM sys_recycle WHERE target_id = $1', [gone]);
      const id = rows[0]?.id ?? '';
      return { table: 'sys_recycle', id, call: () => post(one, `sys/recycle/restore/${id}`) };
    },
  },
  {
    name: 'a grant',
    go: async (one) => {
      const id = await staff.role({ dataScope: '本人', grants: {} });
      return { table: 'sys_role', id, call: () => post(one, `sys/function/save-role-functions?sysRoleId=${id}`, []) };
    },
  },
  {
    name: 'an approval',
    go: async ({ token }) => {
      const id = await staff.person(home, [], '待审核');
      return { table: 'sys_user', id, call: () => app.call(token, 'PUT', `sys/user/approve/${id}`, { version: 1 }) };
    },
  },
  {
    name: 'an import',
    go: async (one) => {
      count += 1;
      const { id } = await Sheet.of(app, one.token, 'sys/org', [{ orgName: '新', orgCode: `imported${count}` }]);
      return { table: 'sys_import', id, call: () => post(one, `sys/org/save-import/${id}`) };
    },
  },
];

/** @see docs/postmortems/rights-wider-than-the-givers.md */
describe('rights revoked while a call waits for a lock', () => {
  it.skipIf(hasOneConnection).each(doors)('stop $name, which changes nothing', async ({ go }) => {
    const one = await clerk();
    const { table, id, call } = await go(one);
    const before = await rowOf(table, id);
    expect(await whileHeld(table, id, call, () => revoke(one))).toMatchObject({ code: 40300 });
    expect(await rowOf(table, id)).toEqual(before);
  });

  it.skipIf(hasOneConnection).each(doors)('of another user let $name through', async ({ go }) => {
    const one = await clerk();
    const other = await clerk();
    const { table, id, call } = await go(one);
    expect(await whileHeld(table, id, call, () => revoke(other))).toMatchObject({ code: 20000 });
  });

  it.skipIf(hasOneConnection)('stop an upload to a record', async () => {
    const one = await clerk();
    const { id: dict } = await newDict();
    const chunk = (currentChunk: number, name: string) =>
      sendChunk(app, one.token, {
        name,
        bytes: Buffer.from('%PDF-1.4 '),
        fields: { otcId: dict, otcType: 'sys/dict', totalChunks: 3, currentChunk },
      });
    const { data, code } = await chunk(0, 'a.pdf');
    expect(code).toBe(20000);
    expect(
      await whileHeld(
        'sys_upload',
        data.id,
        () => chunk(1, `${data.id}|a.pdf`),
        () => revoke(one),
      ),
    ).toMatchObject({ code: 40400 });
  });
});

const rowOf = async (table: string, id: string): Promise<unknown> => (await sql(`SELECT * FROM ${table} WHERE id = $1`, [id])).rows[0];

it.skipIf(hasOneConnection).each([
  {
    what: 'the session is ended',
    text: "UPDATE sys_session SET end_time = clock_timestamp(), end_reason = '您已被管理员强制下线' WHERE sys_user_id = $1",
    code: 41003,
  },
  { what: 'the account is disabled', text: "UPDATE sys_user SET user_status = '停用' WHERE id = $1", code: 41003 },
  { what: 'the person is moved away', text: 'UPDATE sys_user SET sys_org_id = NULL WHERE id = $1', code: 40400 },
])('nothing is saved when $what in the meantime', async ({ text, code }) => {
  const one = await clerk('本机构');
  const id = await staff.person(home, []);
  const call = () => post(one, 'sys/user/save', { id, version: 1, userName: '新名' });
  expect(await whileHeld('sys_user', id, call, () => sql(text, [one.userId]))).toMatchObject({ code });
});

it.skipIf(hasOneConnection)('nothing is deleted in an organisation that is removed from the role’s list in the meantime', async () => {
  const role = await staff.role({ dataScope: '自定义', grants: all, orgs: [home] });
  const one = await staff.signedIn(await staff.org(), [role]);
  const id = await staff.person(home, []);
  const call = () => app.call(one.token, 'DELETE', `sys/user/delete/${id}`);
  expect(await whileHeld('sys_user', id, call, () => sql('DELETE FROM sys_role_org WHERE owner_id = $1', [role]))).toMatchObject({
    code: 40400,
  });
  expect(await rowOf('sys_user', id)).toMatchObject({ id });
});

it.skipIf(hasOneConnection)('nothing is deleted in an organisation that is moved out from below one’s own in the meantime', async () => {
  const one = await clerk('本机构及下级');
  const below = await staff.org(home);
  const id = await staff.person(below, []);
  const call = () => app.call(one.token, 'DELETE', `sys/user/delete/${id}`);
  expect(await whileHeld('sys_user', id, call, () => sql('UPDATE sys_org SET parent_id = NULL WHERE id = $1', [below]))).toMatchObject({
    code: 40400,
  });
  expect(await rowOf('sys_user', id)).toMatchObject({ id });
});

it.skipIf(hasOneConnection).each(['reset-password', 'reset-two-step'])(
  '%s does not touch a user who becomes an administrator in the meantime',
  async (name) => {
    const one = await clerk();
    const id = await staff.person(home, []);
    await sql("UPDATE sys_user SET two_step = '是' WHERE id = $1", [id]);
    const before = await rowOf('sys_user', id);
    const promote = (query: typeof sql) => query("INSERT INTO sys_user_role SELECT $1, id FROM sys_role WHERE role_code = 'admin'", [id]);
    const call = () => app.call(one.token, 'PUT', `sys/user/${name}/${id}`);
    expect(await whileHeld('sys_user', id, call, promote)).toMatchObject({ code: 40300 });
    expect(await rowOf('sys_user', id)).toEqual(before);
  },
);

it.skipIf(hasOneConnection)('a password change opens no new session if its session is ended in the meantime', async () => {
  const one = await app.userWith({});
  const [oldPassword, newPassword] = [userPassword, 'Another-Long-Word-71'];
  const call = () => app.call(one.token, 'PUT', `sys/user/update-password?${new URLSearchParams({ oldPassword, newPassword }).toString()}`);
  const end = () =>
    sql("UPDATE sys_session SET end_time = clock_timestamp(), end_reason = '您已被管理员强制下线' WHERE sys_user_id = $1", [one.userId]);
  expect(await whileHeld('sys_user', one.userId, call, end)).toMatchObject({ code: 41003 });
  expect((await sql('SELECT FROM sys_session WHERE sys_user_id = $1 AND end_time IS NULL', [one.userId])).rowCount).toBe(0);
});

it('a save that changes one’s own rights and organisation does not have to start over', async () => {
  const chief = await app.userWith(all);
  const adminRole = (await sql("SELECT id FROM sys_role WHERE role_code = 'admin'")).rows[0]?.id;
  await sql('INSERT INTO sys_user_role VALUES ($1, $2)', [chief.userId, adminRole]);
  const { data: row } = await app.call(admin, 'GET', `sys/user/select/${chief.userId}`);
  const saved = await post(chief, 'sys/user/save', { id: row.id, version: row.version, sysOrgId: home, sysRoleIds: [] });
  expect(saved).toMatchObject({ code: 20000, data: { sysOrgId: home, sysRoleIds: [] } });
});
