import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { SecretSeal } from '../secret-seal.ts';
import { checkAppSecret } from './check-app-secret.ts';

/* All nodes of a database have the same APP_SECRET (docs/hardening.md J12). */
const [first, second] = ['the-first-app-secret', 'the-second-app-secret'];
let app: TestApp;
beforeEach(async () => {
  app = await openTestApp();
});
afterEach(() => app.drop());

const start = (appSecret: string | undefined, appSecretChange = false, databaseUrl?: string) =>
  checkAppSecret(app.database.db, { appSecret, appSecretChange, databaseUrl }, []);
const refused = 'APP_SECRET is not the one that this database has been used with';

it('the same APP_SECRET is accepted any number of times, also by nodes that start at once', async () => {
  await Promise.all([start(first), start(first)]);
  await start(first);
});

it('another APP_SECRET, or none, is refused unless the change is declared', async () => {
  await start(first);
  await expect(start(second)).rejects.toThrow(refused);
  await expect(start(undefined)).rejects.toThrow(refused);
  await start(second, true);
  await start(second);
  await expect(start(first)).rejects.toThrow(refused);
});

it('a first APP_SECRET is accepted after none, and leaves what opens without none as it is', async () => {
  const { pool } = app.database;
  await pool.query(`INSERT INTO sys_totp (sys_user_id, secret) SELECT id, decode(repeat('00', 60), 'hex') FROM sys_user`);
  await start(undefined);
  await start(first);
  expect((await pool.query<{ secret: Buffer }>('SELECT secret FROM sys_totp')).rows[0]?.secret.equals(Buffer.alloc(60))).toBe(true);
  await expect(start(undefined)).rejects.toThrow(refused);
});

it('what was sealed before an APP_SECRET of an earlier version is sealed under it at the next start, and only then', async () => {
  const { db, pool } = app.database;
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM sys_user');
  const id = String(rows[0]?.id);
  const sealWithout = async () => {
    const secret = await new SecretSeal(undefined, 'two-step').seal(db, id, Buffer.from('secret'));
    await pool.query('INSERT INTO sys_totp VALUES ($1, $2) ON CONFLICT (sys_user_id) DO UPDATE SET secret = $2', [id, secret]);
  };
  const isUnder = async (appSecret: string | undefined) => {
    const { secret } = await db.selectFrom('sys_totp').select('secret').executeTakeFirstOrThrow();
    return (await new SecretSeal(appSecret, 'two-step').open(db, id, secret)) !== undefined;
  };
  await start(first);
  await pool.query(`DELETE FROM sys_secret WHERE name = 'app secret sealed'`);
  await sealWithout();
  await start(first);
  expect(await isUnder(first)).toBe(true);
  await sealWithout();
  await start(first);
  expect(await isUnder(undefined)).toBe(true);
  await start(undefined, true);
  await start(first);
  expect(await isUnder(first)).toBe(true);
});

it('a first or changed APP_SECRET is refused while another node reports, which it names', async () => {
  const { pool } = app.database;
  await pool.query(`INSERT INTO sys_node (id, node_name, report) VALUES (gen_random_uuid(), 'other:1', '{}')`);
  const url = 'postgres://server';
  await start(undefined, false, url);
  const running = /not the one that other nodes run with.* These run: other:1\.$/;
  await expect(start(first, false, url)).rejects.toThrow(running);
  await expect(start(first, true, url)).rejects.toThrow(running);
  await start(undefined, false, url);
  await pool.query(`UPDATE sys_node SET seen_time = now() - interval '51 seconds'`);
  await start(first, false, url);
});
