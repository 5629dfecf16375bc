import { randomUUID } from 'node:crypto';
import { PathSigner } from '@back-office/server/files/path-signer.ts';
import { pngOf } from '@back-office/server/testing/file-samples.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { fetchPath, sendFile } from '@back-office/app/testing/server/uploads.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

/* The bytes of files are closed to API keys (docs/decisions/0082-exports-for-programs.md): whoever has a signed path needs no key, no address and no call. */
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.drop());

async function fileAndKey() {
  const owner = await app.userWith({ 'sys/file': ['read'] });
  const { data: file } = await sendFile(app, owner.token, { name: 'a.png', bytes: pngOf(30, 20) });
  const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const posted = { tokenName: randomUUID(), sysUserId: owner.userId, tokenRights: ['sys/file:read'], expireTime: `${day} 23:00:00` };
  const { data: key, message } = await app.call<{ id: string; token: string }>(await app.admin(), 'POST', 'sys/token/save', posted);
  if (key?.token === undefined) return expect.fail(message);
  return { file, key };
}

it('the records of files that a key reads have no paths', async () => {
  const { file, key } = await fileAndKey();
  const one = await app.call<object>(key.token, 'GET', `sys/file/select/${file.id}`);
  const page = await app.call<{ items: object[] }>(key.token, 'GET', 'sys/file/select-page');
  expect(one.data).toMatchObject({ id: file.id, fileName: 'a.png' });
  for (const row of [one.data, ...page.data.items]) expect(Object.keys(row).filter((name) => name.endsWith('Path'))).toEqual([]);
});

/** Former versions gave out such paths, of a video for six hours. */
it('a path that was signed for a key opens nothing', async () => {
  const { file, key } = await fileAndKey();
  const signer = new PathSigner(app.database.db, undefined);
  const pathFor = (sessionId: string) => signer.sign({ ...file, plays: true }, { sessionId, opens: 'inline', now: new Date() });
  const [, session = ''] = /u=([^&]*)/.exec(file.filePath) ?? [];
  expect((await fetchPath(app, await pathFor(session))).status).toBe(200);
  expect((await fetchPath(app, await pathFor(key.id))).status).toBe(403);
});
