import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { copyPristineDatabase } from '../../engine/server/testing/pristine-database.ts';
import { until } from '../../engine/server/testing/until.ts';
import { freePorts } from '../nodes/free-ports.ts';
import { installPackage } from './install-package.ts';
import { saveAgreement, signIn } from './office-client.ts';
import { startOffice } from './start-office.ts';

/*
 * The examples, with the package as a company installs it: from an archive, in an empty folder, as JavaScript. In a checkout,
 * their own tests run in vitest.config.ts; here those of a company created by the package itself.
 */
const root = join(import.meta.dirname, '../..');
const outside = await realpath(await mkdtemp(join(tmpdir(), 'back-office-packed-')));
const adminPassword = 'Test-Admin-2024';
const { PATH = '', TMPDIR = tmpdir() } = process.env;
const compiled = { NODE_COMPILE_CACHE: join(outside, 'compiled') };
const quiet = { PATH, TMPDIR, NO_COLOR: '1', HOST: '127.0.0.1', LOG_LEVEL: 'warn', PRECOMPRESS: 'off', ...compiled };
const settings = { ...quiet, ADMIN_PASSWORD: adminPassword, ADMIN_PASSWORD_KEEP: 'on' };
const cache = 'node_modules/.cache/back-office';
let installed: string;

beforeAll(async () => {
  installed = await installPackage(inject('packed'), outside);
  // Creating an empty database takes seconds: all get a copy of the cached one, which the tests of a company look for in its own cache.
  await copyPristineDatabase(join(outside, 'agreements/data'));
  for (const name of (await readdir(join(root, cache))).filter((each) => each.startsWith('embedded-')))
    await cp(join(root, cache, name), join(outside, cache, name), { recursive: true });
  for (const example of ['agreements', 'ten-minutes']) {
    const company = join(outside, example);
    await cp(join(root, 'examples', example), company, { recursive: true });
    await writeFile(
      join(company, 'package.json'),
      '{ "private": true, "dependencies": { "back-office": "file:../back-office-2.0.0.tgz" } }',
    );
    await writeFile(join(company, 'tsconfig.json'), '{ "extends": "back-office/tsconfig.office.json", "include": ["."] }');
  }
}, 600_000);
afterAll(() => rm(outside, { recursive: true, force: true }));

const commandOf = (): string => join(installed, 'scripts/back-office.mjs');

/** Runs `back-office …` in the folder of an example, with additional settings. */
const runWith = (more: Record<string, string>, example: string, ...args: string[]): Promise<{ code: number; said: string }> =>
  promisify(execFile)(process.execPath, [commandOf(), ...args], { cwd: join(outside, example), env: { ...settings, ...more } }).then(
    ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({ code: error.code, said: error.stdout + error.stderr }),
  );

const run = (example: string, ...args: string[]) => runWith({}, example, ...args);

it('contains JavaScript, declarations and the licence, but no tests', async () => {
  const files = (await readdir(installed, { recursive: true })).map((file) => file.replaceAll('\\', '/'));
  expect(files).toEqual(
    expect.arrayContaining([
      'LICENSE',
      'CHANGELOG.md',
      'docs/guide/README.md',
      ...['operating', 'wire'].map((name) => `docs/${name}.md`),
      'examples/ten-minutes/vehicle.ts',
      'app/server/main.js',
      'app/entry/contract.d.ts',
    ]),
  );
  expect(files.some((file) => /^sys\/migrations\/0001-.*\.sql$/.test(file))).toBe(true);
  // The examples are meant to be copied, with their tests.
  expect(files.filter((file) => !file.startsWith('examples/') && /(?<!\.d)\.tsx?$|\.test\./.test(file))).toEqual([]);
});

it('has types that a company’s code is checked against', { timeout: 600_000 }, async () => {
  for (const example of ['agreements', 'ten-minutes']) {
    const { code, said } = await run(example, 'check');
    expect(code, said).toBe(0);
  }
  await writeFile(join(outside, 'ten-minutes/wrong.ts'), "import { leaveOut } from 'back-office/contract';\nleaveOut(1);\n");
  const wrong = await run('ten-minutes', 'check');
  await rm(join(outside, 'ten-minutes/wrong.ts'));
  expect(wrong).toMatchObject({ code: 1, said: expect.stringMatching(/wrong\.ts\(2,10\): error TS/) });
});

it('exports its entries, and nothing by a path', async () => {
  const file = join(outside, 'other/office.ts');
  await cp(join(outside, 'ten-minutes'), join(outside, 'other'), { recursive: true });
  const path = '../node_modules/back-office/app/office.js';
  await writeFile(file, `import '${path}';\nexport const modules = [];\n`);
  const { code, said } = await run('other', 'doctor');
  expect([code, said]).toEqual([1, expect.stringContaining(`${file} imports ${path}, which is not handed out`)]);
});

it('creates a company that depends on it, whose types are correct', { timeout: 600_000 }, async () => {
  const { code, said } = await run('.', 'new', 'acme');
  expect([code, said]).toEqual([0, expect.stringContaining('npm install <the archive of back-office>')]);
  expect((await run('acme', 'add', 'resource', 'vehicle', '--title', '车辆')).code).toBe(0);
  const types = await run('acme', 'check');
  expect(types.code, types.said).toBe(0);
  expect(JSON.parse(await readFile(join(outside, 'acme/package.json'), 'utf8'))).toMatchObject({ scripts: { start: 'back-office start' } });
});

it(
  'runs the tests of that company, with everything that `testModule` checks of a resource, and they pass',
  { timeout: 600_000 },
  async () => {
    const { code, said } = await run('acme', 'test', 'unit');
    expect(code, said).toBe(0);
    const [, passed = '0'] = /^(\d+) passed, 0 failed$/m.exec(said) ?? [];
    expect(Number(passed), said).toBeGreaterThan(60);
  },
);

it('development mode serves the browser modules straight from the sources', { timeout: 600_000 }, async () => {
  const company = join(outside, 'ten-minutes');
  await copyPristineDatabase(join(company, 'data'));
  const [port = 0] = await freePorts(1);
  const child = spawn(process.execPath, [commandOf(), 'dev'], { cwd: company, env: { ...settings, PORT: String(port) } });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  try {
    await until(() => {
      if (child.exitCode !== null) throw new Error(`The development ended:\n${said}`);
      return said.includes(`http://127.0.0.1:${port}`) && /localhost:\d+/.test(said);
    }, 600_000);
    const address = `http://localhost:${/localhost:(\d+)/.exec(said)?.[1] ?? ''}`;
    const page = await (await fetch(address)).text();
    expect(page).toContain('id="root"');
    expect(await modulesOf(address, page)).toBeGreaterThan(10);
    // The development server proxies to ours, and transforms the company's sources.
    expect(await (await fetch(`${address}/api/config`)).json()).toMatchObject({ code: 20000 });
    expect(await (await fetch(`${address}/@fs${join(company, 'vehicle.ts')}`)).text()).toContain('acme/vehicle');
  } finally {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  }
});

/** Requests the files of a page, now and later, as a browser would: our entry, the company's files and everything in between; returns how many were found. */
async function modulesOf(address: string, page: string): Promise<number> {
  const asked = new Set([...page.matchAll(/<script[^>]* src="(\/[^"]+)"/g)].map(([, path = '']) => path));
  for (const path of asked) {
    const answer = await fetch(new URL(path, address));
    expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, expect.stringContaining('javascript')]);
    for (const [, next = ''] of (await answer.text()).matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*)"(\/[^"]+)"/g))
      if (!/\/(?:engine|sys|deps)\//.test(next)) asked.add(next);
  }
  return asked.size;
}

describe('a company started with the package', () => {
  let server: Awaited<ReturnType<typeof startOffice>>;

  beforeAll(async () => {
    server = await startOffice([commandOf(), 'start'], join(outside, 'agreements'), settings);
  }, 600_000);
  afterAll(() => server.stop());

  it('saves by the company’s declarations and rules', async () => {
    const admin = await signIn(server.address, 'admin', adminPassword);
    const id = await saveAgreement(admin);
    expect(await admin.call('GET', `acme/agreement/select/${id}`)).toMatchObject({ agreementName: '第一份合同' });
    // In the company's folder, and not in that of the package.
    expect(await readdir(join(outside, 'agreements'))).toContain('data');
  });

  it('serves a page first, and the company’s chunks after it', async () => {
    const get = async (path: string): Promise<string> => (await fetch(`${server.address}/${path}`)).text();
    const scripts = [...(await get('')).matchAll(/href="\/(assets\/[^"]+\.js)"/g)].map(([, path = '']) => path);
    const page = (await Promise.all(scripts.map(get))).join('\n');
    expect(page).not.toContain('acme/agreement');
    const chunk = async (name: string, text: string): Promise<string> =>
      get(new RegExp(`assets/${name}-[\\w-]+\\.js`).exec(text)?.[0] ?? `no chunk ${name}`);
    const loader = await chunk('load-modules', page);
    expect(await chunk('office', loader)).toContain('acme/agreement-line');
    expect(await chunk('months-page', await chunk('web', loader))).toContain('months/amounts');
  });

  it('is backed up while it serves, and restored elsewhere', { timeout: 600_000 }, async () => {
    const backup = await run('agreements', 'backup', 'office.tar.gz');
    expect([backup.code, backup.said]).toEqual([0, expect.stringMatching(/Backed up \d+ rows of \d+ tables and \d+ files/)]);
    const elsewhere = { DATA_DIR: join(outside, 'elsewhere') };
    await copyPristineDatabase(elsewhere.DATA_DIR);
    const restored = await runWith(elsewhere, 'agreements', 'restore', 'office.tar.gz');
    expect([restored.code, restored.said]).toEqual([
      0,
      expect.stringMatching(/Restored \d+ rows of \d+ tables and \d+ files, each compared/),
    ]);
    expect((await runWith(elsewhere, 'agreements', 'migrate')).said).toBe('Nothing was left to migrate.\n');
    // An office without the company's module, and one with a different module of that name, are refused by name.
    await mkdir(join(outside, 'alone'));
    await writeFile(join(outside, 'alone/office.ts'), "import { sys } from 'back-office/contract';\nexport const modules = [sys];\n");
    await copyPristineDatabase(join(outside, 'empty'));
    const refusedBy = (example: string) => runWith({ DATA_DIR: join(outside, 'empty') }, example, 'restore', '../agreements/office.tar.gz');
    const last = 'acme/0009-deliveries';
    expect(await refusedBy('alone')).toEqual({
      code: 1,
      said: expect.stringContaining(`holds the module acme up to ${last}, and there is no such module here`),
    });
    expect(await refusedBy('ten-minutes')).toEqual({
      code: 1,
      said: expect.stringContaining('which the module acme that is here does not know'),
    });
  });
});
