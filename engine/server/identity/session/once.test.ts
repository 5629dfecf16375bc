import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
});
afterAll(() => app.drop());

const save = (key: string, body: unknown, token = admin, path = 'sys/role/save') =>
  app.call(token, 'POST', path, body, { headers: { 'idempotency-key': key } });
const role = (code: string) => ({ roleName: `角色 ${code}`, roleCode: code });
const roles = async (code: string) =>
  (await app.database.pool.query('select id from sys_role where role_code like $1', [`${code}%`])).rows.length;

describe('a call repeated with its idempotency key', () => {
  it('gets exactly the answer of the first', async () => {
    const first = await save('first', role('once-a'));
    const again = await save('first', role('once-a'));
    expect([again.code, again.data]).toEqual([20000, first.data]);
    expect(await roles('once-a')).toBe(1);
  });

  it('is executed once even if fifty arrive at the same moment', async () => {
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 50 }, () => save(key, role('once-b'))));
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([20000]));
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
    expect(await roles('once-b')).toBe(1);
  });

  it('gets the same one-time password, which is stored nowhere in plain text', async () => {
    const user = { userAccount: 'once.user', userName: '一次' };
    const first = await save('user', user, admin, 'sys/user/save');
    expect((await save('user', user, admin, 'sys/user/save')).data).toEqual(first.data);
    const { rows } = await app.database.pool.query(`select encode(answer, 'escape') as answer from sys_idempotency`);
    expect(JSON.stringify(rows)).not.toContain(first.data['oneTimePassword']);
  });

  it('gets no data if the first answer had none, byte for byte', async () => {
    const { data } = await save('to-be-gone', role('once-j'));
    const headers = { authorization: admin, 'idempotency-key': 'gone-j' };
    const remove = () => app.server.inject({ method: 'DELETE', url: `/api/sys/role/delete/${data.id}`, headers });
    const first = await remove();
    expect(first.json()).not.toHaveProperty('data');
    expect((await remove()).payload).toBe(first.payload);
  });

  it('gets the first answer for delete and save-batch too', async () => {
    const { data } = await save('to-delete', role('once-c'));
    const remove = () => app.call(admin, 'DELETE', `sys/role/delete/${data.id}`, undefined, { headers: { 'idempotency-key': 'delete-c' } });
    expect([(await remove()).code, (await remove()).code]).toEqual([20000, 20000]);
    const rows = [role('once-d1'), role('once-d2')];
    const first = await save('batch', rows, admin, 'sys/role/save-batch');
    expect((await save('batch', rows, admin, 'sys/role/save-batch')).data).toEqual(first.data);
    expect(await roles('once-d')).toBe(2);
  });
});

describe('an idempotency key', () => {
  it('is refused for another body or another call', async () => {
    await save('taken', role('once-e'));
    expect((await save('taken', role('once-f'))).code).toBe(40000);
    expect((await save('taken', [role('once-e')], admin, 'sys/role/save-batch')).code).toBe(40000);
    expect(await roles('once-f')).toBe(0);
  });

  it("is each user's own", async () => {
    const other = await app.userWith({ 'sys/role': ['add'] });
    expect((await save('mine', role('once-g1'))).code).toBe(20000);
    expect((await save('mine', role('once-g2'), other.token)).code).toBe(20000);
  });

  it('of a failed call leaves no trace, so that the corrected call may use it', async () => {
    const before = await app.digest();
    expect((await save('failed', { roleName: '无编码' })).code).toBe(40000);
    expect((await save('failed', { ...role('x'), id: randomUUID(), version: 1 })).code).toBe(40400);
    expect(await app.digest()).toBe(before);
    expect((await save('failed', role('once-h'))).code).toBe(20000);
  });

  it('is forgotten after a day', async () => {
    await save('old', role('once-i1'));
    await app.database.pool.query(`update sys_idempotency set create_time = now() - interval '24 hours 1 minute'`);
    expect((await save('old', role('once-i2'))).code).toBe(20000);
  });

  it('may be any text of any length that fits a header, but not empty', async () => {
    expect((await save('', role('once-j'))).code).toBe(40000);
    const [first, again] = [await save('键'.repeat(1000), role('once-j')), await save('键'.repeat(1000), role('once-j'))];
    expect([first.code, again.code, again.data]).toEqual([20000, 20000, first.data]);
  });
});
