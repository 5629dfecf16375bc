import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayOf, encryptField } from '../../engine/server/testing/seal-values.ts';
import { until } from '../../engine/server/testing/until.ts';
import { findOffice } from '../../app/loading/office-place.mjs';
import { freePorts } from '../nodes/free-ports.ts';

/* A company's folder, from nothing to a served page, by an operator's commands. */
const root = join(import.meta.dirname, '../..');
const adminPassword = 'Test-Admin-2024';
const outside = await realpath(await mkdtemp(join(tmpdir(), 'back-office-company-')));
const office = join(outside, 'acme');
let settings: Record<string, string>;
let made: string | undefined;

beforeAll(async () => {
  const [port = 0] = await freePorts(1);
  const { PATH = '', TMPDIR = tmpdir(), NODE_COMPILE_CACHE = '' } = process.env;
  const own = {
    PRECOMPRESS: 'off',
    OFFICE: office,
    DATA_DIR: join(outside, 'data'),
    HOST: '127.0.0.1',
    PORT: String(port),
    LOG_LEVEL: 'warn',
  };
  settings = { PATH, TMPDIR, NODE_COMPILE_CACHE, NO_COLOR: '1', ...own, ADMIN_PASSWORD: adminPassword, ADMIN_PASSWORD_KEEP: 'on' };
});
afterAll(async () => {
  for (const folder of [outside, made]) if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

const ownTest = `import { existsSync } from 'node:fs';
import { openTestApp } from 'back-office/testing';
import { expect, it } from 'vitest';

it('both resources answer', async () => {
  const app = await openTestApp();
  const admin = await app.admin();
  for (const name of ['agreement', 'agreement-line'])
    expect((await app.call(admin, 'GET', 'acme/' + name + '/select-page')).data).toMatchObject({ items: [] });
  await app.drop();
});

it('the pages are built where there is a browser', () => {
  const { CHROMIUM_PATH = '', TEST_WEB_ROOT } = process.env;
  expect(existsSync(TEST_WEB_ROOT + '/index.html')).toBe(CHROMIUM_PATH !== '');
});
`;

/** Runs one of the scripts in the folder `outside`. */
async function run(script: string, ...args: string[]): Promise<{ code: number; said: string }> {
  const command = [join(root, 'scripts', script), ...args];
  return promisify(execFile)(process.execPath, command, { cwd: outside, env: settings }).then(
    ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({ code: error.code, said: error.stdout + error.stderr }),
  );
}

describe('a new company', () => {
  it('is created, and only once', async () => {
    const { code, said } = await run('back-office.mjs', 'new', 'acme', '--title', '经营');
    expect(code, said).toBe(0);
    made = findOffice(office)?.made;
    expect(await run('back-office.mjs', 'new', 'acme')).toEqual({
      code: 1,
      said: `${office} is not empty: name a folder that is not there yet.\n`,
    });
    expect((await run('back-office.mjs', 'new', 'Not-A-Name')).said).toContain('A module cannot be called Not-A-Name: give --name');
  });

  it('gets resources, each only once and with a title', async () => {
    expect((await run('back-office.mjs', 'add', 'resource', 'agreement', '--title', '合同')).code).toBe(0);
    expect((await run('back-office.mjs', 'add', 'resource', 'agreement-line', '--title', '合同明细')).code).toBe(0);
    expect((await run('back-office.mjs', 'add', 'resource', 'agreement', '--title', '合同')).said).toContain(
      'agreement.ts is there already: choose another name.',
    );
    expect((await run('back-office.mjs', 'add', 'resource', 'party')).said).toContain('Nobody is there to be asked: give --title');
    expect((await run('back-office.mjs', 'add', 'resource', "x'; drop")).said).toContain('A resource cannot be called');
  });

  it('runs its tests against its office and its pages', { timeout: 600_000 }, async () => {
    // That all generated files have correct types and pass is tested with a folder created by the package (test/packed/packed.test.ts).
    await rm(join(office, 'acme.test.ts'));
    await writeFile(join(office, 'own.test.ts'), ownTest);
    const tests = await run('test.mjs', 'unit');
    expect(tests.code, tests.said).toBe(0);
    expect(tests.said).toMatch(/^2 passed, 0 failed$/m);
  });
});

describe('a started company', () => {
  let server: ChildProcess;
  let said = '';

  beforeAll(async () => {
    server = spawn(process.execPath, [join(root, 'scripts/start.mjs')], { cwd: outside, env: settings, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [server.stdout, server.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => (said += text));
    const isReady = async (): Promise<boolean> => {
      if (server.exitCode !== null) throw new Error(`The office did not start:\n${said}`);
      return said.includes(`http://127.0.0.1:${settings['PORT'] ?? ''}`);
    };
    await until(isReady, 500_000);
  }, 510_000);
  afterAll(async () => {
    server.kill('SIGTERM');
    if (server.exitCode === null) await once(server, 'exit');
  });

  const get = (path: string, token?: string): Promise<Response> =>
    fetch(`http://127.0.0.1:${settings['PORT'] ?? ''}${path}`, token === undefined ? {} : { headers: { authorization: token } });

  it('serves its page first, and the chunk that declares its resources after it', async () => {
    const page = await (await get('/')).text();
    const scripts = [...page.matchAll(/href="(\/assets\/[^"]+\.js)"/g)].map(([, path = '']) => path);
    const texts = (await Promise.all(scripts.map(async (path) => (await get(path)).text()))).join('\n');
    expect(texts).not.toContain('acme/agreement-line');
    const chunk = async (name: string, text: string): Promise<string> =>
      (await get(`/${new RegExp(`assets/${name}-[\\w-]+\\.js`).exec(text)?.[0] ?? `no chunk ${name}`}`)).text();
    expect(await chunk('office', await chunk('load-modules', texts))).toContain('acme/agreement-line');
  });

  it('answers the calls of its resources, and has them in its menu', async () => {
    const day = dayOf(new Date());
    const body = new URLSearchParams({ username: encryptField('admin', day), password: encryptField(adminPassword, day) });
    const login = await fetch(`http://127.0.0.1:${settings['PORT'] ?? ''}/api/login`, { method: 'POST', body });
    const { data } = (await login.json()) as { data: { credentials: { accessToken: string } } };
    const token = data.credentials.accessToken;
    expect(await (await get('/api/acme/agreement/select-page', token)).json()).toMatchObject({ code: 20000, data: { items: [] } });
    expect(await (await get('/api/sys/user/select-roles', token)).text()).toContain('合同明细');
  });

  it('is healthy according to the doctor', async () => {
    const well = await run('back-office.mjs', 'doctor');
    expect(well.said).toMatch(/^ok +modules +sys, acme, with \d+ resources$/m);
    expect(well.said).toMatch(/^ok +database +embedded, in use by a running server/m);
    expect(well.said).toMatch(/^ok +tables/m);
    expect(well.code).toBe(0);
  }, 200_000);

  it('is not healthy according to the doctor when a setting is wrong', async () => {
    settings['SESSION_HOURS'] = 'many';
    const wrong = await run('back-office.mjs', 'doctor');
    delete settings['SESSION_HOURS'];
    expect(wrong).toMatchObject({ code: 1, said: expect.stringMatching(/^FAIL +settings +SESSION_HOURS/m) });
  }, 200_000);

  it('has the doctor warn about a migration that will be applied at the next start', async () => {
    expect((await run('back-office.mjs', 'add', 'resource', 'party', '--title', '相对方')).code).toBe(0);
    expect((await run('back-office.mjs', 'doctor')).said).toMatch(/^warn +migrations +to be applied at the next start: acme\/0003-party/m);
  }, 200_000);
});
