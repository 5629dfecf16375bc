import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyPristineDatabase } from '../../engine/server/testing/pristine-database.ts';
import { makePackage } from '../../scripts/lib/package/make-package.mjs';
import { installPackage } from './install-package.ts';
import { saveAgreement, signIn } from './office-client.ts';
import { startOffice } from './start-office.ts';

/*
 * The examples, against the package as a company installs it: from an archive, in an empty folder, as JavaScript. Beside a
 * checkout their own tests run them (vitest.config.ts).
 */
const root = join(import.meta.dirname, '../..');
const outside = await realpath(await mkdtemp(join(tmpdir(), 'back-office-packed-')));
const adminPassword = 'Test-Admin-2024';
const { PATH = '', TMPDIR = tmpdir() } = process.env;
const quiet = { PATH, TMPDIR, NO_COLOR: '1', HOST: '127.0.0.1', LOG_LEVEL: 'warn', PRECOMPRESS: 'off' };
const settings = { ...quiet, ADMIN_PASSWORD: adminPassword, ADMIN_PASSWORD_KEEP: 'on' };
const kept = join(root, 'node_modules/.cache/back-office');
let installed: string;

beforeAll(async () => {
  installed = await installPackage(await makePackage(outside), outside);
  // An empty database takes seconds to make: both get the one that is kept here.
  await copyPristineDatabase(join(outside, 'agreements/data'));
  await cp(kept, join(installed, 'node_modules/.cache/back-office'), {
    recursive: true,
    filter: (path) => !/[\\/]compiled$|tsbuildinfo$/.test(path),
  });
  for (const example of ['agreements', 'ten-minutes']) {
    const company = join(outside, example);
    await cp(join(root, 'examples', example), company, { recursive: true });
    await writeFile(
      join(company, 'package.json'),
      '{ "private": true, "dependencies": { "back-office": "file:../back-office-2.0.0.tgz" } }',
    );
    await writeFile(join(company, 'tsconfig.json'), '{ "extends": "back-office/tsconfig.office.json", "include": ["."] }');
  }
}, 120_000);
afterAll(() => rm(outside, { recursive: true, force: true }));

const commandOf = (): string => join(installed, 'scripts/back-office.mjs');

/** Runs `back-office …` in the folder of an example. */
const run = (example: string, ...args: string[]): Promise<{ code: number; said: string }> =>
  promisify(execFile)(process.execPath, [commandOf(), ...args], { cwd: join(outside, example), env: settings }).then(
    ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({ code: error.code, said: error.stdout + error.stderr }),
  );

it('holds JavaScript and declarations, the licence, and no test', async () => {
  const files = (await readdir(installed, { recursive: true })).map((file) => file.replaceAll('\\', '/'));
  expect(files).toEqual(expect.arrayContaining(['LICENSE', 'CHANGELOG.md', 'app/server/main.js', 'app/entry/contract.d.ts']));
  expect(files.some((file) => /^sys\/migrations\/0001-.*\.sql$/.test(file))).toBe(true);
  expect(files.filter((file) => /(?<!\.d)\.tsx?$|\.test\./.test(file))).toEqual([]);
});

it('has types that a company is checked against', async () => {
  const { code, said } = await run('agreements', 'check');
  expect(code, said).toBe(0);
  await writeFile(join(outside, 'ten-minutes/wrong.ts'), "import { leaveOut } from 'back-office/contract';\nleaveOut(1);\n");
  const wrong = await run('ten-minutes', 'check');
  await rm(join(outside, 'ten-minutes/wrong.ts'));
  expect(wrong).toMatchObject({ code: 1, said: expect.stringMatching(/wrong\.ts\(2,10\): error TS/) });
});

it('hands out its entries, and nothing by a path', async () => {
  const file = join(outside, 'other/office.ts');
  await cp(join(outside, 'ten-minutes'), join(outside, 'other'), { recursive: true });
  const path = '../node_modules/back-office/app/office.js';
  await writeFile(file, `import '${path}';\nexport const modules = [];\n`);
  const { code, said } = await run('other', 'doctor');
  expect([code, said]).toEqual([1, expect.stringContaining(`${file} imports ${path}, which is not handed out`)]);
});

it('makes a company that depends on it', async () => {
  const { code, said } = await run('.', 'new', 'acme');
  expect([code, said]).toEqual([0, expect.stringContaining('npm install <the archive of back-office>')]);
  expect((await run('acme', 'add', 'resource', 'vehicle', '--title', '车辆')).code).toBe(0);
  const types = await run('acme', 'check');
  expect(types.code, types.said).toBe(0);
  expect(JSON.parse(await readFile(join(outside, 'acme/package.json'), 'utf8'))).toMatchObject({ scripts: { start: 'back-office start' } });
});

it("runs a company's tests", { timeout: 600_000 }, async () => {
  const { code, said } = await run('ten-minutes', 'test', 'unit');
  expect(code, said).toBe(0);
  expect(said).toMatch(/^[1-9]\d+ passed, 0 failed$/m);
});

describe('started', () => {
  let server: Awaited<ReturnType<typeof startOffice>>;

  beforeAll(async () => {
    server = await startOffice([commandOf(), 'start'], join(outside, 'agreements'), settings);
  }, 310_000);
  afterAll(() => server.stop());

  it("keeps what is saved by the company's declarations and rules", async () => {
    const admin = await signIn(server.address, 'admin', adminPassword);
    const id = await saveAgreement(admin);
    expect(await admin.call('GET', `acme/agreement/select/${id}`)).toMatchObject({ agreementName: '第一份合同' });
    // Where the company stands, and not where the package lies.
    expect(await readdir(join(outside, 'agreements'))).toContain('data');
  });

  it("serves a page, with the company's chunk", async () => {
    const get = async (path: string): Promise<string> => (await fetch(`${server.address}/${path}`)).text();
    const scripts = [...(await get('')).matchAll(/href="\/(assets\/[^"]+\.js)"/g)].map(([, path = '']) => path);
    const texts = await Promise.all(scripts.map(get));
    expect(texts.some((text) => text.includes('acme/agreement-line'))).toBe(true);
    const chunk = /assets\/months-page-[\w-]+\.js/.exec(texts.join('\n'))?.[0] ?? '';
    expect(await get(chunk)).toContain('month-amounts');
  });
});
