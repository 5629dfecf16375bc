import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openDatabase } from '@back-office/server/platform/database/open-database.ts';
import { silentLog } from '@back-office/server/testing/silent-log.ts';
import { copyTemplate } from '../testing/server/test-database.ts';
import { testTimeZone } from '../testing/server/test-template.ts';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { writeOffice } from '../loading/testing/write-office.ts';

/* The doctor reports every reason for a refused start in advance, in the same words. */
let dataDir: string;
let copy: Awaited<ReturnType<typeof copyTemplate>>;
let office: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'back-office-judged-'));
  copy = await copyTemplate(inject('testTemplate'), dataDir);
  office = await writeOffice();
});
afterAll(async () => {
  await copy.remove();
  await rm(dataDir, { recursive: true, force: true });
});

type Environment = Readonly<Record<string, string>>;

async function run(program: string, environment: Environment): Promise<{ code: number; said: string }> {
  const url = copy.url === undefined ? {} : { DATABASE_URL: copy.url };
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const own = { DATA_DIR: dataDir, PORT: '0', OFFICE: office, LOG_LEVEL: 'error' };
  const env = { PATH, NODE_COMPILE_CACHE, ...own, ...url, ...environment };
  return promisify(execFile)(process.execPath, [join(import.meta.dirname, '..', program), 'doctor'], { env, timeout: 110_000 }).then(
    ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, said: stdout + stderr }),
  );
}

/** The message of a refused start, and the doctor's findings that would refuse one. */
const started = (environment: Environment = {}) => run('server/main.ts', environment);
const examined = async (environment: Environment = {}): Promise<string[]> => {
  const { said } = await run('command/main.ts', environment);
  return said
    .split(/^(?=\S)/m)
    .flatMap((finding) => (finding.startsWith('FAIL') ? [finding.slice(20).replaceAll(`\n${' '.repeat(20)}`, '\n')] : []));
};

const serverOf = (feature: string, more = ''): string => `import { ok, type ServerModule, defineSettings } from 'back-office/server';
export const server: ServerModule = { name: 'acme', ${more} features: [{ name: 'acme', ${feature} }] };
`;

/** Checks that need no data give the same result with either database. */
it.skipIf(process.env['TEST_DATABASE_URL'] !== undefined).each<[string, Record<string, string>, Environment]>([
  ['an invalid setting', {}, { SESSION_HOURS: 'many' }],
  ['a secret that is too short', {}, { APP_SECRET: 'short' }],
  ['an office that cannot be loaded', { 'contract.ts': "throw new Error('out of order');" }, {}],
  ['a wrap of an undeclared resource', { 'server.ts': serverOf("wrap: { 'acme/gone': {} }") }, {}],
  [
    'an invalid setting of a module',
    { 'server.ts': serverOf('', "settings: defineSettings({ ACME_DAYS: { kind: 'number', about: 'Days', min: 1, default: 3 } }),") },
    { ACME_DAYS: 'many' },
  ],
  [
    'a route under another module’s path',
    { 'server.ts': serverOf("routes: (app) => void app.get('/api/sys/boxes', { config: { right: 'session' } }, () => ok([]))") },
    {},
  ],
  ['a feature that throws while it is registered', { 'server.ts': serverOf("routes: () => { throw new Error('no boxes'); }") }, {}],
  [
    'two jobs of the same name',
    {
      'server.ts': serverOf(
        "jobs: () => ['count', 'count'].map((name) => ({ name: 'acme-' + name, every: 60, run: () => Promise.resolve() }))",
      ),
    },
    {},
  ],
])('the doctor reports %s in the same words as the refused start', { timeout: 480_000 }, async (_what, files, environment) => {
  const OFFICE = await writeOffice(files);
  const { code, said } = await started({ OFFICE, ...environment });
  expect(code).toBe(1);
  expect(await examined({ OFFICE, ...environment })).toContain(said);
});

const query = async (statement: string): Promise<void> => {
  const database = await openDatabase({ url: copy.url, dataDir, timeZone: testTimeZone, log: silentLog });
  try {
    await database.pool.query(statement);
  } finally {
    await database.close();
  }
};

describe('the doctor, with a database', () => {
  it('reports at once what a start refuses in turn: undeclared column, secret, files and port', { timeout: 480_000 }, async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const PORT = String((other.address() as AddressInfo).port);
    await mkdir(join(dataDir, 'files'), { recursive: true });
    await query(`ALTER TABLE sys_org ADD acme_box text;
      INSERT INTO sys_secret (name, value) VALUES ('app secret', 'of another'), ('storage marked', '')`);
    const findings = await examined({ PORT });
    // The start stops at the first of them.
    for (const mend of [
      'ALTER TABLE sys_org DROP acme_box',
      "DELETE FROM sys_secret WHERE name = 'app secret'",
      "DELETE FROM sys_secret WHERE name = 'storage marked'",
      'SELECT',
    ]) {
      const { code, said } = await started({ PORT });
      expect([code, findings]).toEqual([1, expect.arrayContaining([said])]);
      findings.splice(findings.indexOf(said), 1);
      await query(mend);
    }
    other.close();
    expect(findings).toEqual([]);
  });

  it('reports an unknown migration in the same words as the refused start', { timeout: 480_000 }, async () => {
    await query("INSERT INTO schema_migration (name, checksum) VALUES ('9999-gone', '0')");
    const { code, said } = await started();
    expect([code, await examined()]).toEqual([1, [said]]);
    await query("DELETE FROM schema_migration WHERE name = '9999-gone'");
  });
});

it(
  'a start ends if another node sets the first secret after it was checked and before this node has reported',
  { timeout: 480_000 },
  async () => {
    await query(`CREATE FUNCTION set_secret() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO sys_secret (name, value) VALUES ('app secret', 'of another') ON CONFLICT (name) DO UPDATE SET value = excluded.value;
      RETURN NEW; END $$;
    CREATE TRIGGER set_secret BEFORE INSERT ON sys_node FOR EACH ROW EXECUTE FUNCTION set_secret()`);
    const { code, said } = await started();
    await query("DROP FUNCTION set_secret CASCADE; DELETE FROM sys_secret WHERE name LIKE 'app secret%'; DELETE FROM sys_node");
    expect([code, said]).toEqual([1, expect.stringContaining('APP_SECRET is not the one that this database has been used with')]);
  },
);
