import { Sheet, userRow } from '@back-office/app/testing/server/sheet.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { user } from '@back-office/sys/users/user.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/* What of a call stands in the operation log as its parameters (docs/wire.md "Fields": secrets masked; "Session": never a query). */
let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
});
afterAll(() => app.drop());

const linesOf = async (where: string, value: string): Promise<unknown[]> => {
  const { rows } = await app.database.pool.query<{ params: unknown }>(
    `SELECT request_params AS params FROM sys_log_opt WHERE ${where} = $1 ORDER BY opt_time, id`,
    [value],
  );
  return rows.map(({ params }) => params);
};
const save = (values: object, token = admin) => app.call<AnyRow>(token, 'POST', 'sys/user/save?reason=only-in-the-query', values);

describe('the operation log, as the parameters of a call,', () => {
  it('shows a saved record as it was sent: secrets and phones masked', async () => {
    const sent = userRow({ userName: '赵六', userPhone: '13800001234', userPassword: 'Secret-of-Zhao-6' });
    const { id, version } = (await save(sent)).data;
    await save({ id, version, userName: '赵六六' });
    expect(await linesOf('target_id', id)).toEqual([
      expect.objectContaining({ userName: '赵六', userPhone: '138****1234', userPassword: '******' }),
      { id, version, userName: '赵六六' },
    ]);
    expect(JSON.stringify(await linesOf('target_id', id))).not.toMatch(/Secret-of-Zhao|0000|query/);
  });

  it('cuts long values', async () => {
    const { id } = (
      await app.call<AnyRow>(admin, 'POST', 'sys/dict/save', { dictLabel: '长', dictValue: `${'长'.repeat(199)}😀${'长'.repeat(99)}` })
    ).data;
    expect(await linesOf('target_id', id)).toEqual([{ dictLabel: '长', dictValue: `${'长'.repeat(199)}…` }]);
  });

  it('names the one record that is deleted, and of several records only their number', async () => {
    const ids = await Promise.all(
      ['甲', '乙', '丙'].map(async (dictLabel) => {
        const { data } = await app.call<AnyRow>(admin, 'POST', 'sys/dict/save', { dictLabel, dictValue: dictLabel });
        return data.id;
      }),
    );
    const [one = '', ...others] = ids;
    await app.call(admin, 'DELETE', `sys/dict/delete/${one}`);
    await app.call(admin, 'DELETE', `sys/dict/delete-ids/${others.join()}`);
    expect((await linesOf('target_id', one)).at(-1)).toEqual({ id: one });
    for (const id of others) expect((await linesOf('target_id', id)).at(-1)).toEqual({ records: 2 });
    const batch = ['丁', '戊'].map((dictLabel) => ({ dictLabel, dictValue: dictLabel }));
    await app.call(admin, 'POST', 'sys/dict/save-batch', batch);
    expect(await linesOf('opt_target', '戊')).toEqual([{ records: 2 }]);
  });

  it('names the import of an imported record', async () => {
    const sheet = await Sheet.of(app, admin, user, [userRow({ userName: '由表导入' })]);
    await sheet.check();
    await sheet.save();
    expect(await linesOf('opt_target', '由表导入')).toEqual([{ id: sheet.id }]);
  });

  it('shows a refused call, however deep what it sent is', async () => {
    const person = await app.userWith({ 'sys/dict': ['edit'] });
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const { json } = await app.server.inject({
      method: 'POST',
      url: '/api/sys/dict/save',
      headers: { authorization: person.token, 'content-type': 'application/json' },
      payload: `{"dictLabel":"深","dictRemark":${deep}}`,
    });
    expect(json()).toMatchObject({ code: 40300 });
    await expect.poll(() => linesOf('create_user', person.userId)).toEqual(expect.arrayContaining([{ dictLabel: '深', dictRemark: [] }]));
  });

  it('shows nothing of what is no field, which may be a secret', async () => {
    const person = await app.userWith({ 'sys/dict': ['read'] });
    const body = { id: 'secret-1', version: 'secret-2', password: 'secret-3', '\u0000': 'secret-4', dictLabel: ['secret-5\u0000'] };
    expect((await app.call(person.token, 'POST', 'sys/dict/save', body)).code).toBe(40300);
    expect((await app.call(person.token, 'DELETE', `sys/dict/delete/${person.userId}`)).code).toBe(40300);
    await expect.poll(() => linesOf('create_user', person.userId)).toEqual(expect.arrayContaining([{ id: person.userId }]));
    expect(JSON.stringify(await linesOf('create_user', person.userId))).not.toMatch(/secret/);
  });
});
