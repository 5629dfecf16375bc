import { openTestApp, pngOf, sendFile, type Session, type TestApp } from 'back-office/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let app: TestApp;
let admin: Session;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.signIn('admin', app.database.adminPassword);
});
afterAll(() => app.drop());

const call = (method: 'GET' | 'POST', path: string, body?: unknown, { token } = admin) => app.call(token, method, path, body);
const save = async (values: object) => {
  const { code, message, data } = await call('POST', 'acme/party/save', values);
  expect([code, message]).toEqual([20000, '操作成功']);
  return data;
};

describe('the logo of a party', () => {
  const upload = async (name: string, { token } = admin) => (await sendFile(app, token, { name, bytes: pngOf(8, 8) })).data.id;
  const seen = async (id: string, person: Session) => (await call('GET', `file/select?ids=${id}`, undefined, person)).data as unknown;
  const withLogo = (name: string, partyLogo: string) => save({ partyName: name, partyLogo });

  it('is visible to anybody who sees the party, and to nobody else', async () => {
    const [reader, outsider] = [await app.userWith({ 'acme/party': ['read'] }), await app.userWith({})];
    const logo = await upload('标志.png');
    expect(await seen(logo, reader)).toEqual([]);
    await withLogo('有标志的公司', logo);
    expect(await seen(logo, reader)).toMatchObject([{ id: logo, otcType: 'acme/party', fileSource: 'Embedded' }]);
    expect(await seen(logo, outsider)).toEqual([]);
  });

  it('is deleted when another replaces it, and is kept by a save that does not change it', async () => {
    const [first, second] = [await upload('一.png'), await upload('二.png')];
    const party = await withLogo('换标志的公司', first);
    const renamed = await save({ ...party, partyContact: '王伟' });
    expect(await seen(first, admin)).toMatchObject([{ id: first }]);
    await save({ ...renamed, partyLogo: second });
    expect(await seen(first, admin)).toEqual([]);
    expect(await seen(second, admin)).toMatchObject([{ otcId: party.id }]);
  });

  it('can be neither another record’s picture nor a document', async () => {
    const logo = await upload('唯一.png');
    await withLogo('先有标志的公司', logo);
    const taken = await call('POST', 'acme/party/save', { partyName: '后来的公司', partyLogo: logo });
    expect([taken.code, taken.data]).toMatchObject([
      40000,
      { fields: [{ field: 'partyLogo', message: '标志已不存在或属于其他记录，请重新选择' }] },
    ]);
    const text = (
      await sendFile(app, admin.token, { name: '说明.pdf', bytes: Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n') })
    ).data.id;
    const refused = await call('POST', 'acme/party/save', { partyName: '后来的公司', partyLogo: text });
    expect(refused).toMatchObject({ code: 40000, data: { fields: [{ field: 'partyLogo' }] } });
    expect((await call('GET', 'acme/party/select-page?eq=partyName:后来的公司')).data).toMatchObject({ total: 0 });
  });
});
