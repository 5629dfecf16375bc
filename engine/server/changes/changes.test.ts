import type { ChangesAnswer } from '@back-office/contract/calls/changes.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { office } from '@back-office/app/office.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { snake } from '../platform/database/snake.ts';
import { openTestApp, type Session, type TestApp } from '@back-office/app/testing/server/test-app.ts';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
});
afterAll(() => app.drop());

const ask = (token: string, resource: string, query: Record<string, string> = {}) =>
  app.call<ChangesAnswer<AnyRow>>(token, 'GET', `${resource}/changes?${new URLSearchParams(query).toString()}`);
const told = async (token: string, resource: string, since: string): Promise<ChangesAnswer<AnyRow>> => {
  const { code, message, data } = await ask(token, resource, { since });
  expect(code, message).toBe(20000);
  return data;
};
async function begun(token: string, resource: string): Promise<{ ids: string[]; cursor: string }> {
  const ids: string[] = [];
  let answer = (await ask(token, resource, { limit: '3' })).data;
  for (; answer.more; answer = (await ask(token, resource, { limit: '3', since: answer.cursor })).data)
    ids.push(...answer.items.map(({ id }) => id));
  return { ids: [...ids, ...answer.items.map(({ id }) => id)], cursor: answer.cursor };
}
const save = async (resource: string, record: object): Promise<AnyRow & { version: number }> => {
  const { code, message, data } = await app.call<AnyRow & { version: number }>(admin, 'POST', `${resource}/save`, record);
  expect(code, message).toBe(20000);
  return data;
};
const org = (orgName: string, parentId: string | null = null) => save('sys/org', { orgName, orgCode: randomUUID().slice(0, 8), parentId });
const dept = (sysOrgId: string, deptName = '部门') => save('sys/dept', { deptName, sysOrgId });
const query = (text: string, values: unknown[] = []) => app.database.pool.query(text, values);

async function personIn(orgId: string, grants: Record<string, string[]>, dataScope = '本机构及下级'): Promise<Session> {
  const person = await app.userWith(grants, { dataScope });
  await query('UPDATE sys_user SET sys_org_id = $2 WHERE id = $1', [person.userId, orgId]);
  return person;
}

describe('a copy', () => {
  it('starts with all records, in pages, and then receives new, changed, deleted and restored ones', async () => {
    const home = await org('起点');
    const first = await dept(home.id, '一');
    for (const name of ['二', '三', '四', '五']) await dept(home.id, name);
    const { ids, cursor } = await begun(admin, 'sys/dept');
    const list = await app.call<{ items: AnyRow[] }>(admin, 'GET', 'sys/dept/select-page?limit=10000');
    expect(ids).toEqual(list.data.items.map(({ id }) => id).toSorted());
    expect(await told(admin, 'sys/dept', cursor)).toMatchObject({ items: [], gone: [], more: false });
    const changed = await save('sys/dept', { ...first, deptName: '一改' });
    const made = await dept(home.id, '六');
    const next = await told(admin, 'sys/dept', cursor);
    expect(new Map(next.items.map(({ id, deptName }) => [id, deptName]))).toEqual(
      new Map([
        [changed.id, '一改'],
        [made.id, '六'],
      ]),
    );
    expect((await app.call(admin, 'DELETE', `sys/dept/delete/${first.id}`)).code).toBe(20000);
    const after = await told(admin, 'sys/dept', next.cursor);
    expect(after).toMatchObject({ items: [], gone: [first.id] });
    const { rows } = await query('SELECT id FROM sys_recycle WHERE target_id = $1', [first.id]);
    expect((await app.call(admin, 'POST', `sys/recycle/restore/${(rows as { id: string }[])[0]?.id ?? ''}`)).code).toBe(20000);
    expect((await told(admin, 'sys/dept', after.cursor)).items).toMatchObject([{ id: first.id, deptName: '一改' }]);
    // If an answer was lost on the way, its changes are returned again.
    expect((await told(admin, 'sys/dept', cursor)).items.map(({ id }) => id).toSorted()).toEqual([first.id, made.id].toSorted());
  });

  it('receives a record again when the name of a record it refers to changes, or its list of references', async () => {
    const home = await org('旧名');
    const one = await dept(home.id);
    const role = await save('sys/role', { roleName: '抄', roleCode: randomUUID().slice(0, 8), dataScope: '自定义', sysOrgIds: [home.id] });
    const depts = (await begun(admin, 'sys/dept')).cursor;
    const roles = (await begun(admin, 'sys/role')).cursor;
    await save('sys/org', { ...home, orgName: '新名' });
    expect((await told(admin, 'sys/dept', depts)).items).toMatchObject([{ id: one.id, sysOrgIdLabel: '新名' }]);
    const named = await told(admin, 'sys/role', roles);
    expect(named.items).toMatchObject([{ id: role.id, sysOrgIdsLabel: ['新名'] }]);
    await query('DELETE FROM sys_role_org WHERE owner_id = $1', [role.id]);
    expect((await told(admin, 'sys/role', named.cursor)).items).toMatchObject([{ id: role.id, sysOrgIds: [] }]);
  });

  it('of a person with a data scope is told which records leave the scope, and nothing of those never in it', async () => {
    const [home, away] = [await org('内'), await org('外')];
    const below = await org('内下', home.id);
    const inside = await dept(below.id, '内部');
    const outside = await dept(away.id, '外部');
    const { token } = await personIn(home.id, { 'sys/dept': ['read'] });
    const { ids, cursor } = await begun(token, 'sys/dept');
    expect(ids).toEqual([inside.id]);
    await save('sys/dept', { ...outside, deptName: '外部改' });
    const passing = await dept(away.id, '路过');
    expect((await app.call(admin, 'DELETE', `sys/dept/delete/${passing.id}`)).code).toBe(20000);
    expect(await told(token, 'sys/dept', cursor)).toMatchObject({ items: [], gone: [], more: false });
    const moved = await save('sys/dept', { ...inside, sysOrgId: away.id });
    expect(await told(token, 'sys/dept', cursor)).toMatchObject({ items: [], gone: [inside.id] });
    // A new organisation below does not change anybody's reach over existing records.
    const newer = await org('内新', home.id);
    await save('sys/dept', { ...moved, sysOrgId: newer.id });
    expect(await told(token, 'sys/dept', cursor)).toMatchObject({ items: [{ id: inside.id }], gone: [] });
  });

  it('misses no change that commits late, and receives none that is rolled back', async ({ skip }) => {
    if (app.database.kind === 'embedded') return skip('the embedded database has one connection');
    const home = await org('晚');
    const [one, two] = [await dept(home.id, '先'), await dept(home.id, '后')];
    const [slow, lost] = await Promise.all([app.database.pool.connect(), app.database.pool.connect()]);
    try {
      const { cursor } = await begun(admin, 'sys/dept');
      for (const client of [slow, lost]) await client.query('BEGIN');
      await slow.query(`UPDATE sys_dept SET dept_name = '晚到' WHERE id = $1`, [one.id]);
      await lost.query(`DELETE FROM sys_dept WHERE id = $1`, [two.id]);
      const made = await dept(home.id, '新');
      const next = await told(admin, 'sys/dept', cursor);
      expect(next).toMatchObject({ items: [{ id: made.id }], gone: [] });
      await lost.query('ROLLBACK');
      const quiet = await told(admin, 'sys/dept', next.cursor);
      expect(quiet).toMatchObject({ items: [], gone: [] });
      await slow.query('COMMIT');
      expect(await told(admin, 'sys/dept', quiet.cursor)).toMatchObject({ items: [{ id: one.id, deptName: '晚到' }], gone: [] });
    } finally {
      for (const client of [slow, lost]) client.release();
    }
  });

  it('must start over when its person’s data scope changes, or with a cursor of another person or resource', async () => {
    const [home, away] = [await org('家'), await org('别处')];
    const branch = await org('枝', away.id);
    await dept(branch.id);
    const person = await personIn(home.id, { 'sys/dept': ['read'] });
    const again = async (change: () => Promise<unknown>) => {
      const { cursor } = await begun(person.token, 'sys/dept');
      await change();
      expect(await ask(person.token, 'sys/dept', { since: cursor })).toMatchObject({
        code: 40900,
        data: { conflict: 'startOver' },
        message: expect.stringContaining('不带 since 重新取'),
      });
    };
    await again(() => save('sys/org', { ...branch, parentId: home.id }));
    await again(() => query('UPDATE sys_user SET sys_org_id = $2 WHERE id = $1', [person.userId, away.id]));
    const scope = (dataScope: string) =>
      query(`UPDATE sys_role SET data_scope = $2 WHERE id IN (SELECT target_id FROM sys_user_role WHERE owner_id = $1)`, [
        person.userId,
        dataScope,
      ]);
    await again(() => scope('本人'));
    await again(() => scope('全部'));
    // A cursor of another person or another resource is not accepted.
    expect((await ask(admin, 'sys/dept', { since: (await begun(person.token, 'sys/dept')).cursor })).code).toBe(40900);
    expect((await ask(admin, 'sys/dept', { since: (await begun(admin, 'sys/role')).cursor })).code).toBe(40900);
  });

  it('of records that belong where their author does gains and loses them as the author moves', async () => {
    const [home, away] = [await org('甲'), await org('乙')];
    const { token } = await personIn(home.id, { 'sys/msg': ['read'] });
    const author = await personIn(away.id, { 'sys/msg': ['read', 'add'] });
    const { code, data } = await app.call(author.token, 'POST', 'sys/msg/save', {
      msgTitle: '通知',
      msgContent: '内容',
      msgType: '通知',
      msgScope: '全部',
    });
    expect(code).toBe(20000);
    const move = (to: string) => query('UPDATE sys_user SET sys_org_id = $2 WHERE id = $1', [author.userId, to]);
    const { ids, cursor } = await begun(token, 'sys/msg');
    expect(ids).not.toContain(data['id']);
    await move(home.id);
    const come = await told(token, 'sys/msg', cursor);
    expect(come.items).toMatchObject([{ id: data['id'] }]);
    await move(away.id);
    const left = await told(token, 'sys/msg', come.cursor);
    expect(left).toMatchObject({ items: [], gone: [data['id']] });
    await move(home.id);
    const back = await told(token, 'sys/msg', left.cursor);
    await query('DELETE FROM sys_msg WHERE id = $1', [data['id']]);
    await move(away.id);
    expect(await told(token, 'sys/msg', back.cursor)).toMatchObject({ items: [], gone: [data['id']] });
  });
});

it('a call for changes needs the permission to read, for a person and for an API key', async () => {
  const person = await app.userWith({ 'sys/dict': ['read', 'add'] });
  expect((await ask(person.token, 'sys/dict')).code).toBe(20000);
  expect((await ask(person.token, 'sys/role')).code).toBe(40300);
  const keyFor = async (tokenRights: string[]) => {
    const expireTime = new Date(Date.now() + 86_400_000).toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' });
    const made = await save('sys/token', { tokenName: '副本', sysUserId: person.userId, tokenRights, expireTime });
    return String((made as { token?: unknown }).token);
  };
  expect((await ask(await keyFor(['sys/dict:read']), 'sys/dict')).code).toBe(20000);
  expect((await ask(await keyFor(['sys/dict:add']), 'sys/dict')).code).toBe(40300);
});

it('every table of a saved resource has change triggers for the columns that the resource declares', async () => {
  const { rows } = await query(`SELECT relname AS name, encode(tgargs, 'escape') AS args FROM pg_trigger JOIN pg_class c ON c.oid = tgrelid
    WHERE tgname = 'note_update'`);
  const found = new Map((rows as { name: string; args: string }[]).map(({ name, args }) => [name, args]));
  for (const { table, label, scope, fields, operations } of office.resources.filter((one) => one.operations.includes('save'))) {
    expect(found.get(table), table).toBe([label, scope?.org ?? '', scope?.person ?? ''].map((name) => `${snake(name)}\\000`).join(''));
    expect(operations).toContain('select-page');
    for (const field of Object.values(fields))
      if (field.kind === 'references')
        expect(
          (await query(`SELECT FROM pg_trigger WHERE tgrelid = $1::regclass AND tgname = 'note_pair'`, [field.link])).rows,
        ).toHaveLength(1);
  }
});
