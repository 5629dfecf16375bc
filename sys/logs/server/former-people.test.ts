import { Staff } from '@back-office/app/testing/server/staff.ts';
import { openTestApp, type Session, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let app: TestApp;
let admin: string;
let staff: Staff;
let [head, below, far] = ['', '', ''];
let managers: Readonly<Record<'ofHead' | 'ofTree' | 'ofFar' | 'ofListed', Session>>;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
  staff = new Staff(app);
  head = await staff.org();
  [below, far] = [await staff.org(head), await staff.org()];
  const [ofOrg, ofTree, ofListed] = await Promise.all(
    [{ dataScope: '本机构' }, { dataScope: '本机构及下级' }, { dataScope: '自定义', orgs: [below] }].map((scope) =>
      staff.role({ ...scope, grants: { 'sys/log-opt': ['read'], 'sys/log-login': ['read'], 'sys/msg': ['read'] } }),
    ),
  );
  managers = {
    ofHead: await staff.signedIn(head, [ofOrg ?? '']),
    ofTree: await staff.signedIn(head, [ofTree ?? '']),
    ofFar: await staff.signedIn(far, [ofTree ?? '']),
    ofListed: await staff.signedIn(far, [ofListed ?? '']),
  };
});
afterAll(() => app.drop());

/** Somebody below the head office with a line in either log, and a notice. */
async function personWithLines(): Promise<string> {
  const id = await staff.person(below, []);
  for (const table of ['sys_log_opt', 'sys_log_login'])
    await app.database.pool.query(`INSERT INTO ${table} (id, user_account, create_user) VALUES (gen_random_uuid(), $1, $2)`, [
      `a-${id}`,
      id,
    ]);
  await app.database.pool.query(
    `INSERT INTO sys_msg (id, msg_title, msg_content, msg_scope, msg_status, create_user) VALUES (gen_random_uuid(), $1, '', '用户', '草稿', $2)`,
    [`a-${id}`, id],
  );
  return id;
}
/** How many lines of each log, and notices, of this person each manager sees. */
async function seenOf(id: string): Promise<Record<string, number[]>> {
  const seen: Record<string, number[]> = {};
  for (const [name, { token }] of Object.entries(managers)) {
    const lists = ['sys/log-opt/select-page?eq=userAccount', 'sys/log-login/select-page?eq=userAccount', 'sys/msg/select-page?eq=msgTitle'];
    const pages = await Promise.all(lists.map((path) => app.call<{ total: number }>(token, 'GET', `${path}:a-${id}`)));
    seen[name] = pages.map(({ data }) => data.total);
  }
  return seen;
}
const remove = async (id: string) => expect((await app.call(admin, 'DELETE', `sys/user/delete/${id}`)).code).toBe(20000);
const recycledId = async (id: string): Promise<string> => {
  const { rows } = await app.database.pool.query<{ id: string }>('SELECT id FROM sys_recycle WHERE target_id = $1', [id]);
  return rows[0]?.id ?? '';
};
const [none, all, lines] = [
  [0, 0, 0],
  [1, 1, 1],
  [1, 1, 0],
];

describe('the lines of somebody who was deleted', () => {
  it('are still seen by whoever reaches their last organisation, also once they are purged, and by nobody else', async () => {
    const id = await personWithLines();
    expect(await seenOf(id)).toEqual({ ofHead: none, ofTree: all, ofFar: none, ofListed: all });
    await remove(id);
    // A notice may be changed: it stays with those who see everything.
    expect(await seenOf(id)).toEqual({ ofHead: none, ofTree: lines, ofFar: none, ofListed: lines });
    expect((await app.call(admin, 'DELETE', `sys/recycle/delete/${await recycledId(id)}`)).code).toBe(20000);
    expect(await seenOf(id)).toEqual({ ofHead: none, ofTree: lines, ofFar: none, ofListed: lines });
  });

  it('follow them once they are restored, to another organisation too', async () => {
    const id = await personWithLines();
    await remove(id);
    expect((await app.call(admin, 'POST', `sys/recycle/restore/${await recycledId(id)}`)).code).toBe(20000);
    expect(await seenOf(id)).toEqual({ ofHead: none, ofTree: all, ofFar: none, ofListed: all });
    await app.database.pool.query('UPDATE sys_user SET sys_org_id = $1 WHERE id = $2', [far, id]);
    expect(await seenOf(id)).toEqual({ ofHead: none, ofTree: none, ofFar: all, ofListed: none });
  });
});
