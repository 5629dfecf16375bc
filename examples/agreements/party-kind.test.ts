import { openTestApp, type TestApp } from 'back-office/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await openTestApp();
  token = (await app.signIn('admin', app.database.adminPassword)).token;
});
afterAll(() => app.drop());

it('the default kind of a party stays in its dictionary, and others may go', async () => {
  const find = async (word: string) => {
    const { data } = await app.call<{ items: { id: string; version: number }[] }>(
      token,
      'GET',
      `sys/dict/select-page?eq=dictValue:${word}`,
    );
    return data.items[0];
  };
  const [kept, other, whole] = [await find('企业'), await find('机关'), await find('acme_party_kind')];
  const disable = (row: typeof kept) =>
    app.call(token, 'POST', 'sys/dict/save', { id: row?.id, version: row?.version, dictStatus: '停用' });
  const refused = { code: 40900, message: '“企业”是相对方的“性质”的默认值，不能删除、停用、移动或修改字典值' };
  expect(await app.call(token, 'DELETE', `sys/dict/delete/${kept?.id}`)).toMatchObject(refused);
  expect(await disable(kept)).toMatchObject(refused);
  expect(await disable(whole)).toMatchObject({
    code: 40900,
    message: expect.stringMatching(/^“相对方性质”里有相对方的“性质”的默认值/) as string,
  });
  expect((await app.call(token, 'DELETE', `sys/dict/delete/${other?.id}`)).code).toBe(20000);
  expect((await app.call(token, 'POST', 'acme/party/save', { partyName: '新相对方' })).code).toBe(20000);
});
