import { randomUUID } from 'node:crypto';
import type { FileRecord } from '@back-office/contract/calls/file.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pngOf } from '../testing/file-samples.ts';
import { openTestApp, type Session, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { sendFile } from '@back-office/app/testing/server/uploads.ts';

/* A person's avatar can be read by the people they work with; all their other files stay private. */
describe('an avatar', () => {
  let app: TestApp;
  let me: Session;
  let colleague: Session;
  let admin: string;
  beforeAll(async () => {
    app = await openTestApp();
    admin = await app.admin();
    [me, colleague] = [await app.userWith({}), await app.userWith({})];
  });
  afterAll(() => app.drop());

  const send = async (fields: Record<string, string> = { otcType: 'avatar' }): Promise<string> =>
    (await sendFile(app, me.token, { name: '我.png', bytes: pngOf(8, 8), fields })).data.id;
  const seen = async (id: string): Promise<number> =>
    (await app.call<FileRecord[]>(colleague.token, 'GET', `file/select?ids=${id}`)).data.length;
  const wear = async (userAvatar: string | null): Promise<void> => {
    const { data } = await app.call(me.token, 'GET', `sys/user/select-info/${me.userId}`);
    expect((await app.call(me.token, 'PUT', 'sys/user/save-info', { ...data, userAvatar })).code).toBe(20000);
  };

  it('is visible to every colleague while its owner uses it, and to nobody else before and after', async () => {
    const id = await send();
    expect(await seen(id)).toBe(0);
    await wear(id);
    expect(await seen(id)).toBe(1);
    expect((await app.call(colleague.token, 'DELETE', `file/delete?id=${id}`)).code).toBe(40400);
    await wear(null);
    expect(await seen(id)).toBe(0);
  });

  it('stays its uploader’s file whatever record it was uploaded for, so they can switch to another and back', async () => {
    const [first, second] = [await send(), await send()];
    await app.database.pool.query(`UPDATE sys_file SET otc_type = 'sys/user', otc_id = $1 WHERE id = $2`, [me.userId, first]);
    for (const id of [first, second, first]) {
      await wear(id);
      expect(await seen(id)).toBe(1);
    }
    expect((await app.call<FileRecord[]>(me.token, 'GET', `file/select?ids=${second}`)).data).toMatchObject([{ otcType: 'avatar' }]);
  });

  it.each([
    ['of no file', async () => randomUUID()],
    ["of another's file", () => send()],
  ])('cannot be set to the id %s', async (_whose, idOf) => {
    const id = await idOf();
    const { data } = await app.call(colleague.token, 'GET', `sys/user/select-info/${colleague.userId}`);
    const answer = await app.call(colleague.token, 'PUT', 'sys/user/save-info', { ...data, userAvatar: id });
    expect(answer).toMatchObject({ code: 40000, message: '头像不存在', data: { fields: [{ field: 'userAvatar' }] } });
    expect((await app.call(admin, 'POST', 'sys/user/save', { ...(await colleagueRow()), userAvatar: randomUUID() })).code).toBe(40000);
    expect(await seen(id)).toBe(0);
  });

  const colleagueRow = async (): Promise<object> => (await app.call(admin, 'GET', `sys/user/select/${colleague.userId}`)).data as object;
});
