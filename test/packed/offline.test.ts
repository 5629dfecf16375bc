import { execFile, spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { installWhole } from './install-whole.ts';

/* `npx back-office pack`: its output is carried to a machine without a network, unpacked there and started. */
const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
// If possible, where hard links to the installed packages work: it is 600 MB.
const near = ['/tmp', tmpdir()].find((folder) => existsSync(folder) && statSync(folder).dev === statSync(root).dev) ?? tmpdir();
const outside = await realpath(await mkdtemp(join(near, 'back-office-offline-')));
const [company, elsewhere, archive] = ['acme', 'office', 'acme.tar.gz'].map((name) => join(outside, name)) as [string, string, string];
const canIsolate = spawnSync('unshare', ['--net', 'ip', 'link', 'set', 'lo', 'up']).status === 0;
const environment = {
  PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
  TMPDIR: process.env['TMPDIR'] ?? tmpdir(),
  HOME: outside,
  npm_config_offline: 'true',
  npm_config_update_notifier: 'false',
  NO_COLOR: '1',
  PRECOMPRESS: 'off',
  // With gzip's fastest setting: the size does not matter here.
  GZIP: '-1',
  LOG_LEVEL: 'warn',
  HOST: '127.0.0.1',
};

interface Seen {
  readonly reaches: string;
  readonly doctor: string;
  readonly config: { readonly code: number };
  readonly script: { readonly status: number; readonly type: string };
  readonly started: string;
}

beforeAll(async () => {
  await cp(join(root, 'examples/agreements'), company, { recursive: true });
  await writeFile(join(company, 'package.json'), '{ "private": true, "dependencies": { "back-office": "file:../back-office.tgz" } }');
  await writeFile(join(company, 'tsconfig.json'), '{ "extends": "back-office/tsconfig.office.json", "include": ["."] }');
  await mkdir(join(company, 'data'));
  await writeFile(join(company, 'data/secret'), 'a record of somebody');
  await mkdir(join(company, 'var/data/files'), { recursive: true });
  await writeFile(join(company, 'var/data/files/secret'), 'a record of somebody');
  await writeFile(join(company, 'office.tar.gz'), 'a backup');
  await installWhole(inject('packed'), company);
}, 400_000);
afterAll(() => rm(outside, { recursive: true, force: true }));

it('packs the company with everything that it needs to serve, and without its data', { timeout: 400_000 }, async () => {
  const { stdout } = await run(process.execPath, ['node_modules/.bin/back-office', 'pack', archive], {
    cwd: company,
    env: { ...environment, DATA_DIR: 'var/data' },
  });
  expect(stdout).toMatch(/acme\.tar\.gz（\d+ MB，\d+ 个包）\n没有放进去的数据、备份和安装包：office\.tar\.gz、var\/data\n/);
  await mkdir(elsewhere);
  await run('tar', ['-xzf', archive, '-C', elsewhere]);
  const names = await readdir(elsewhere);
  expect(names).toEqual(expect.arrayContaining(['INSTALL.txt', 'office.ts', 'node_modules', '.cache']));
  for (const left of ['data', 'var', 'office.tar.gz']) expect(names).not.toContain(left);
  expect(await readFile(join(elsewhere, 'INSTALL.txt'), 'utf8')).toContain('npx back-office start');
  // The machine that it was made on does not exist there.
  await rm(company, { recursive: true });
});

it(
  `is started ${canIsolate ? 'where no network is' : 'with npm offline: no network of its own is to be had here'}`,
  { timeout: 400_000 },
  async () => {
    const child = join(import.meta.dirname, 'children/serve-offline.ts');
    const command = canIsolate ? ['unshare', '--net', process.execPath, child, '--up'] : [process.execPath, child];
    const [program = '', ...args] = command;
    const { stdout } = await run(program, args, { cwd: elsewhere, env: environment, timeout: 390_000 });
    const { reaches, doctor, config, script, started } = JSON.parse(stdout) as Seen;
    if (canIsolate) expect(reaches).toBe('ENETUNREACH');
    expect(doctor).toMatch(/^ok +modules +sys, acme, with \d+ resources$/m);
    expect(doctor).toMatch(/^ok +browser part/m);
    expect(config.code).toBe(20000);
    expect(script).toEqual({ status: 200, type: expect.stringContaining('javascript') });
    // The page was included: nothing is built where it is only served.
    expect(started).not.toContain('Building');
  },
);
