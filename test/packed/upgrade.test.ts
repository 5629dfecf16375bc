import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFile, cp, mkdtemp, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { copyPristineDatabase } from '../../engine/server/testing/pristine-database.ts';
import { databaseUrl, newName, onServer } from '../../app/testing/server/test-template.ts';
import { installPackage } from './install-package.ts';
import { saveAgreement, signIn } from './office-client.ts';
import { startOffice } from './start-office.ts';

/*
 * A company with data, upgraded over two versions: 2.0.1 and 2.1.0 bring a migration and a codemod each, 2.0.2 a codemod that breaks
 * the company's types, 2.0.3 a migration that fails, 2.0.4 a form that throws as soon as a record is drawn in it. Their dependencies are in a folder
 * above, so that npm downloads nothing. With TEST_DATABASE_URL the company has moved to PostgreSQL before.
 */
const root = join(import.meta.dirname, '../..');
const outside = await realpath(await mkdtemp(join(tmpdir(), 'back-office-upgrade-')));
const company = join(outside, 'acme');
const template = join(outside, 'package');
const adminPassword = 'Test-Admin-2024';
const { PATH = '', TMPDIR = tmpdir() } = process.env;
const npm = { npm_config_offline: 'true', npm_config_audit: 'false', npm_config_cache: join(outside, 'npm-cache') };
// Forty processes load the same code.
const compiled = { NODE_COMPILE_CACHE: join(outside, 'compiled') };
const quiet = { PATH, TMPDIR, NO_COLOR: '1', HOST: '127.0.0.1', LOG_LEVEL: 'warn', ...compiled, ...npm };
const { TEST_DATABASE_URL: serverUrl, CHROMIUM_PATH = '' } = process.env;
const settings: Record<string, string> = { ...quiet, CHROMIUM_PATH, ADMIN_PASSWORD: adminPassword, ADMIN_PASSWORD_KEEP: 'on' };
const name = newName('company');
let agreement: string;
let before: unknown;

const run = async (command: string, args: readonly string[], cwd: string): Promise<{ code: number; said: string }> =>
  promisify(execFile)(command, args, { cwd, env: settings }).then(
    ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({ code: error.code, said: error.stdout + error.stderr }),
  );

const ours = (...args: string[]) =>
  run(process.execPath, [join(company, 'node_modules/back-office/scripts/back-office.mjs'), ...args], company);
const upgrade = (version: string) => ours('upgrade', `../${version}.tgz`);

/** An archive of the package as it is in the template, under this version; its dependencies are already there. */
async function archive(version: string): Promise<void> {
  const file = join(template, 'package.json');
  const { dependencies: _, ...manifest } = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
  await writeFile(file, JSON.stringify({ ...manifest, version }));
  const { code, said } = await run('tar', ['-czf', `${version}.tgz`, 'package'], outside);
  expect(code, said).toBe(0);
}

const addCodemod = (version: string, from: string, to: string): Promise<void> =>
  appendFile(
    join(template, 'app/codemods/codemods.js'),
    `codemods.push({ version: '${version}', title: '改写 ${version}', rewrite: (text) => text.replaceAll('${from}', '${to}') });\n`,
  );

/** A digest of every file of the company, including installed ones, except generated ones. */
async function digest(left = /[\\/]acme[\\/]\.cache[\\/]/): Promise<string> {
  const hash = createHash('sha256');
  const entries = await readdir(company, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const file of files.filter((path) => !left.test(path)).sort()) hash.update(file).update(await readFile(file));
  return hash.digest('hex');
}

type Admin = Awaited<ReturnType<typeof signIn>>;

async function atWork<Result>(work: (admin: Admin) => Promise<Result>): Promise<Result> {
  const server = await startOffice([join(company, 'node_modules/back-office/app/server/serve.mjs')], company, {
    ...settings,
    OFFICE: company,
  });
  try {
    return await work(await signIn(server.address, 'admin', adminPassword));
  } finally {
    await server.stop();
  }
}

/** The company's data: the agreement, and the number of records of each kind. */
const see = async ({ call }: Admin): Promise<unknown> => [
  await call('GET', `acme/agreement/select/${agreement}`),
  ...(await Promise.all(
    ['acme/agreement', 'acme/party', 'sys/org', 'sys/district', 'sys/dict'].map(
      async (name) => (await call('GET', `${name}/select-page?index=0&limit=10`))['total'],
    ),
  )),
];

beforeAll(async () => {
  await rename(await installPackage(inject('packed'), outside), template);
  await archive('2.0.0');
  await writeFile(join(template, 'sys/migrations/9000-trial.sql'), 'CREATE INDEX sys_org_trial_idx ON sys_org (org_name);\n');
  await addCodemod('2.0.1', '即将到期的合同', '快到期的合同');
  await archive('2.0.1');
  const later = join(template, 'sys/migrations/9002-later.sql');
  await writeFile(later, 'DROP INDEX sys_org_trial_idx;\n');
  await addCodemod('2.1.0', '快到期的合同', '将到期的合同');
  await archive('2.1.0');
  await rm(later);
  // Before the codemod that breaks types: a mistake that only the browser finds.
  await addCodemod('2.0.4', 'const { id } = useScreen();', 'const { id } = useScreen(); if (id !== `new`) throw new Error(`kaputt`);');
  await archive('2.0.4');
  const broken = join(template, 'sys/migrations/9001-broken.sql');
  await writeFile(broken, 'ALTER TABLE sys_org ADD trial integer;\nSELECT trial FROM sys_nowhere;\n');
  await archive('2.0.3');
  await rm(broken);
  await addCodemod('2.0.2', 'WebModule', 'WebModul');
  await archive('2.0.2');
  await cp(join(root, 'examples/agreements'), company, { recursive: true });
  await writeFile(join(company, 'package.json'), '{ "private": true }');
  await writeFile(join(company, 'tsconfig.json'), '{ "extends": "back-office/tsconfig.office.json", "include": ["."] }');
  await writeFile(join(company, 'old.tgz'), '');
  const { code, said } = await run('npm', ['install', '../2.0.0.tgz'], company);
  expect(code, said).toBe(0);
  await copyPristineDatabase(join(company, 'data'));
  before = await atWork(async (admin) => {
    agreement = await saveAgreement(admin);
    return see(admin);
  });
  if (serverUrl !== undefined) await moveTo(serverUrl);
}, 600_000);
afterAll(async () => {
  await rm(outside, { recursive: true, force: true });
  if (serverUrl !== undefined) await onServer(serverUrl, `drop database if exists ${name} with (force)`);
});

/** Moves the company to a database of its own on the server, which it uses from now on. */
async function moveTo(server: string): Promise<void> {
  await onServer(server, `create database ${name} encoding 'UTF8' template template0`);
  const url = databaseUrl(server, name);
  const { code, said } = await ours('move', url);
  expect([code, said]).toEqual([0, expect.stringMatching(/Moved \d+ rows of \d+ tables, each compared/)]);
  settings['DATABASE_URL'] = url;
  expect(await atWork(see)).toEqual(before);
}

/** Failures before any data is read are the same with either database. */
const isOnServer = serverUrl !== undefined;

it.skipIf(isOnServer)('a failed upgrade leaves everything as it was', { timeout: 600_000 }, async () => {
  const digested = await digest();
  const { code, said } = await upgrade('2.0.2');
  expect([code, said]).toEqual([1, expect.stringContaining('改写 2.0.2')]);
  expect(said).toMatch(/- \[ \] 检查类型：失败[^]*WebModul[^]*没有换/);
  expect(await digest()).toBe(digested);
  expect(await readdir(join(company, '.cache'))).toEqual(['upgrade-report.txt']);
});

it.skipIf(isOnServer)(
  'a migration that fails in the rehearsal is named, and everything stays as it was',
  { timeout: 600_000 },
  async () => {
    // A database that was opened for its backup has other bytes, and the same rows: the last test compares them.
    const sources = /[\\/]acme[\\/](?:\.cache|data)[\\/]/;
    const digested = await digest(sources);
    const { code, said } = await upgrade('2.0.3');
    expect([code, said]).toEqual([1, expect.stringMatching(/演练：在副本上启动新版本：失败[^]*9001-broken[^]*sys_nowhere[^]*没有换/)]);
    expect(await digest(sources)).toBe(digested);
    expect(await readdir(join(company, '.cache'))).toEqual(['upgrade-report.txt']);
  },
);

it.skipIf(isOnServer || CHROMIUM_PATH === '')(
  'a page that fails only in the browser is named, and everything stays as it was',
  { timeout: 600_000 },
  async () => {
    const digested = await digest(/[\\/]acme[\\/](?:\.cache|data)[\\/]/);
    const { code, said } = await upgrade('2.0.4');
    expect([code, said]).toEqual([1, expect.stringMatching(/\/acme\/agreement\/view\/[\w-]+ in Chromium: [^]*kaputt[^]*没有换/)]);
    expect(await digest(/[\\/]acme[\\/](?:\.cache|data)[\\/]/)).toBe(digested);
  },
);

it('an upgrade is rehearsed on a copy of the data, and then applied', { timeout: 600_000 }, async () => {
  const { code, said } = await upgrade('2.0.1');
  expect(code, said).toBe(0);
  const report = await readFile(join(company, '.cache/upgrade-report.txt'), 'utf8');
  expect(report).toMatch(
    /# 升级演练：2\.0\.0 → 2\.0\.1[^]*没有带上的数据、备份和安装包：old\.tgz\n[^]*改写 2\.0\.1：2 个文件 web\.tsx、web\/ending-card\.tsx[^]*恢复：\d+ 行[^]*迁移：9000-trial[^]*打开：(\d+) 个页面，\d+ 个列表[^]*(?:在 Chromium 里画出：\1 个页面，\d+ 个查看、编辑和新增|没有在浏览器里打开)/,
  );
  expect(report.includes('在 Chromium 里画出')).toBe(CHROMIUM_PATH !== '');
  expect(await readFile(join(company, 'web.tsx'), 'utf8')).toContain('快到期的合同');
  expect(await readFile(join(company, 'package-lock.json'), 'utf8')).toContain('"resolved": "file:../2.0.1.tgz"');
  expect(await readdir(join(company, '.cache'))).not.toContain('upgrade');
  // The backup of the trial is gone: it does not count as the last one.
  expect(await readdir(join(company, 'data'))).not.toContain('last-backup.json');
});

// With the server's database an upgrade makes a backup, which the previous test has covered.
it.skipIf(isOnServer)('the next version is rehearsed and applied in the same way', { timeout: 600_000 }, async () => {
  // Started in between, as a company would: the first upgrade's changes have been applied to its data.
  expect(await atWork(see)).toEqual(before);
  // Its pages were already drawn.
  settings['CHROMIUM_PATH'] = '';
  const { code, said } = await upgrade('2.1.0');
  expect(code, said).toBe(0);
  expect(said).toMatch(/# 升级演练：2\.0\.1 → 2\.1\.0[^]*改写 2\.1\.0：2 个文件[^]*迁移：9002-later[^]*打开：/);
  expect(await readFile(join(company, 'web.tsx'), 'utf8')).toContain('将到期的合同');
});

it('no data is lost by the upgrades', { timeout: 600_000 }, async () => {
  expect(await atWork(see)).toEqual(before);
  const last = isOnServer ? '2.0.1' : '2.1.0';
  expect((await upgrade(last)).said).toContain(`已经是 ${last}`);
});
