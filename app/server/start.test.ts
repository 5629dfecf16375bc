import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openDatabase } from '@back-office/server/platform/database/open-database.ts';
import { copyTemplate } from '../testing/server/test-database.ts';
import { silentLog } from '@back-office/server/testing/silent-log.ts';
import { testTimeZone } from '../testing/server/test-template.ts';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { writeOffice } from '../loading/testing/write-office.ts';

/* A refused start of the whole server: it names the reason, and leaves the database unchanged. */
let dataDir: string;
let copy: Awaited<ReturnType<typeof copyTemplate>>;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'back-office-refused-'));
  copy = await copyTemplate(inject('testTemplate'), dataDir);
});
afterAll(async () => {
  await copy.remove();
  await rm(dataDir, { recursive: true, force: true });
});

/** Starts the server with a feature of a company's module, and returns its output. */
async function start(feature: string, environment = {}): Promise<{ said: string; told?: string; folder: string }> {
  const OFFICE = await writeOffice({
    'server.ts': `import { ok, type ServerModule } from 'back-office/server';
export const server: ServerModule = { name: 'acme', migrations: import.meta.dirname + '/migrations', features: [{ name: 'acme', ${feature} }] };
`,
    'migrations/0001-boxes.sql': 'CREATE TABLE acme_box (id uuid);\n',
  });
  const env = {
    ...process.env,
    ...environment,
    OFFICE,
    DATA_DIR: dataDir,
    PORT: '0',
    ...(copy.url === undefined ? {} : { DATABASE_URL: copy.url }),
  };
  const main = join(import.meta.dirname, 'main.ts');
  return promisify(execFile)(process.execPath, [main], { env, timeout: 50_000 }).then(
    () => ({ said: 'it ended by itself', folder: OFFICE }),
    ({ stderr, stdout }: { stderr: string; stdout: string }) => ({ said: stderr.trim(), told: stdout, folder: OFFICE }),
  );
}

it.each([
  [
    'a route under another module’s path',
    "routes: (app) => void app.get('/api/sys/boxes', { config: { right: 'session' } }, () => ok([]))",
    'acme/acme answers GET /api/sys/boxes: call it /api/acme/sys/boxes.',
  ],
  [
    'two routes of the same method and path',
    "routes: (app) => { for (let times = 0; times < 2; times++) app.get('/api/acme/boxes', { config: { right: 'session' } }, () => ok([])); }",
    "acme/acme cannot be started: Method 'GET' already declared for route '/api/acme/boxes'",
  ],
  [
    'two jobs of the same name',
    "jobs: () => ['count', 'count'].map((name) => ({ name: 'acme-' + name, every: 60, run: () => Promise.resolve() }))",
    'acme/acme and acme/acme both bring the job acme-count: give one of them another name.',
  ],
])('the start stops at %s, with module, files and cure in the message', async (_what, feature, sentence) => {
  const { said, folder } = await start(feature);
  expect(said).toContain(sentence);
  expect(said).toContain(`(acme: ${folder}/office.ts, ${folder}/server.ts)`);
});

it('warns about a misspelt setting without revealing its value', async () => {
  const wrong = "routes: (app) => void app.get('/api/sys/boxes', { config: { right: 'session' } }, () => ok([]))";
  const { told } = await start(wrong, { ADRESS_CONNECTIONS: '776655' });
  expect(told).toContain('ADRESS_CONNECTIONS is set, which is no setting and decides nothing: was ADDRESS_CONNECTIONS meant?');
  expect(told).not.toContain('776655');
});

it('warns about a place for backups that cannot be written to', async () => {
  const wrong = "routes: (app) => void app.get('/api/sys/boxes', { config: { right: 'session' } }, () => ok([]))";
  const { told } = await start(wrong, { BACKUP_DIR: join(dataDir, 'none') });
  expect(told).toContain(`No backup can be made in ${join(dataDir, 'none')}: The file`);
  expect((await start(wrong, { BACKUP_DIR: dataDir })).told).not.toContain('No backup can be made');
});

it('no refused start changed the database', async () => {
  const database = await openDatabase({ url: copy.url, dataDir, timeZone: testTimeZone, log: silentLog });
  try {
    expect((await database.pool.query("SELECT name FROM schema_migration WHERE name LIKE 'acme/%'")).rows).toEqual([]);
  } finally {
    await database.close();
  }
});
