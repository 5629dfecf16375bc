import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, readlink, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { companyFiles } from '../../scripts/lib/company-files.mjs';
import { makeTryFolder, takeOver } from '../../scripts/lib/upgrade/try-folder.mjs';

/* What of a company's folder is carried to another machine, and what is tried and taken over by an upgrade. */
const outside = await realpath(await mkdtemp(join(tmpdir(), 'back-office-company-')));
afterAll(() => rm(outside, { recursive: true, force: true }));

let company: string;
const write = async (files: Readonly<Record<string, string>>, folder = company): Promise<void> => {
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
};
const read = (file: string): Promise<string> => readFile(join(company, file), 'utf8');

beforeEach(async () => {
  company = await mkdtemp(join(outside, 'acme-'));
  await write({ 'office.ts': '', 'web/page.tsx': '', 'package.json': '{ "dependencies": { "tables": "file:vendor/tables.tgz" } }' });
});

describe('the files of a company', () => {
  const sources = ['office.ts', 'package.json', 'web/page.tsx'];

  it('are its sources, and neither installed packages nor history nor generated files', async () => {
    await write({ 'node_modules/a/index.js': '', '.git/HEAD': '', '.cache/dist/index.html': '', 'data/files/one': '' });
    expect(companyFiles(company, {}).files).toEqual(sources);
  });

  it('are no data in the folder that DATA_DIR names, however deep, and no backups in that of BACKUP_DIR', async () => {
    await write({
      'var/data/files/one': '',
      'var/keep.txt': '',
      'var/backups/back-office-20261123-023000.tar.gz': '',
      'var/backups/.half': '',
    });
    const { files, left } = companyFiles(company, { DATA_DIR: 'var/data', BACKUP_DIR: join(company, 'var/backups') });
    expect(files).toEqual([...sources, 'var/keep.txt'].sort());
    expect(left).toEqual(['var/backups', 'var/data']);
  });

  it('are no data of a folder that no setting names here, such as that of a demo', async () => {
    await write({ 'demo-data/database/PG_VERSION': '18', 'demo-data/demo.json': '', 'var/files/store-id': '', 'var/files/ab/cd': '' });
    expect(companyFiles(company, {})).toEqual({ files: sources, left: ['demo-data', 'var'] });
  });

  it('are no data where the data lie beside the sources', async () => {
    await write({ 'database/PG_VERSION': '18', 'files/store-id': '', '.socket': '', 'last-backup.json': '' });
    expect(companyFiles(company, { DATA_DIR: '.' }).files).toEqual(sources);
  });

  it('are no archives, which may be backups, but those that package.json installs', async () => {
    await write({ 'office.tar.gz': '', 'old/office.tgz': '', 'vendor/tables.tgz': '' });
    expect(companyFiles(company, {})).toEqual({
      files: [...sources, 'vendor/tables.tgz'].sort(),
      left: ['office.tar.gz', 'old/office.tgz'],
    });
  });

  it('are no archives but those that the lock file or an override installs', async () => {
    await write({
      'package.json':
        '{ "overrides": { "tables": { "cells": "file:vendor/cells.tgz" }, "rows": "./vendor/rows.tgz", "charts": "$charts" } }',
      'package-lock.json': '{ "packages": { "": {}, "node_modules/marks": { "resolved": "file:vendor/marks.tgz" } } }',
      'vendor/cells.tgz': '',
      'vendor/marks.tgz': '',
      'vendor/rows.tgz': '',
      'vendor/unused.tgz': '',
    });
    const { files, left } = companyFiles(company, {});
    expect(files).toEqual(expect.arrayContaining(['vendor/cells.tgz', 'vendor/marks.tgz', 'vendor/rows.tgz']));
    expect(left).toEqual(['vendor/unused.tgz']);
  });

  it('are looked for in no folder whose name is skipped, and survive that one vanishes meanwhile', async () => {
    await write({ 'node/one.ts': '', 'web/data/two.ts': '', 'web/gone/three.ts': '' });
    const seen: string[] = [];
    const skip = (name: string): boolean => {
      seen.push(name);
      if (name === 'gone') rmSync(join(company, 'web/gone'), { recursive: true });
      return name === 'data' || name === 'node';
    };
    expect(companyFiles(company, {}, skip).files).toEqual(sources);
    expect(seen.filter((name) => name.endsWith('.ts'))).toEqual(['office.ts']);
  });

  // Root may read every folder.
  it.skipIf(process.getuid?.() === 0 || process.platform === 'win32')('are none of a folder that cannot be read', async () => {
    await write({ 'lost+found/one.ts': '' });
    await chmod(join(company, 'lost+found'), 0);
    expect(companyFiles(company, {})).toEqual({ files: sources, left: ['lost+found'] });
  });

  it('include links as links, unless they lead to the data', async () => {
    await write({ 'files/store-id': '' }, `${company}-data`);
    await symlink(outside, join(company, 'shared'), 'junction');
    await symlink(`${company}-data`, join(company, 'copy'), 'junction');
    await symlink(outside, join(company, 'var'), 'junction');
    expect(companyFiles(company, { DATA_DIR: 'var' })).toEqual({ files: [...sources, 'shared'].sort(), left: ['copy', 'var'] });
  });
});

describe('an upgrade', () => {
  const tried = async (files: Readonly<Record<string, string>>) => {
    const trial = makeTryFolder(company, {});
    await write({ 'node_modules/back-office/package.json': '{}', ...files }, trial.folder);
    return trial;
  };
  beforeEach(() => write({ 'contract.ts': 'old', 'node_modules/back-office/package.json': '{ "old": true }' }));

  it('takes over what changed in the copy, and leaves what changed in the company’s folder alone', async () => {
    const trial = await tried({ 'web/page.tsx': 'rewritten', 'web/new.ts': 'new' });
    await write({ 'contract.ts': 'edited meanwhile' });
    expect(takeOver(company, trial)).toEqual(['web/new.ts', 'web/page.tsx']);
    expect(await Promise.all(['contract.ts', 'web/page.tsx', 'web/new.ts'].map(read))).toEqual(['edited meanwhile', 'rewritten', 'new']);
    expect(await read('node_modules/back-office/package.json')).toBe('{}');
  });

  it('changes nothing if a file changed in both', async () => {
    const trial = await tried({ 'contract.ts': 'rewritten', 'web/new.ts': 'new' });
    await write({ 'contract.ts': 'edited meanwhile', 'web/new.ts': 'made meanwhile' });
    expect(() => takeOver(company, trial)).toThrow('contract.ts、web/new.ts');
    expect(await Promise.all(['contract.ts', 'web/new.ts'].map(read))).toEqual(['edited meanwhile', 'made meanwhile']);
    expect(await read('node_modules/back-office/package.json')).toBe('{ "old": true }');
  });

  it('is tried with the links of the company’s folder, even those that lead nowhere', async () => {
    await symlink(outside, join(company, 'shared'), 'junction');
    await symlink('../shared/page.tsx', join(company, 'web/linked.tsx'));
    await symlink('gone', join(company, 'web/dangling'));
    const { folder } = await tried({});
    const targets = ['shared', 'web/linked.tsx', 'web/dangling'].map((link) => readlink(join(folder, link)));
    expect(await Promise.all(targets)).toEqual([outside, join(company, 'shared/page.tsx'), join(company, 'web/gone')]);
  });

  it.skipIf(process.platform === 'win32')('leaves no copy behind if a file cannot be copied', async () => {
    const server = createServer().listen(join(company, 'socket'));
    await once(server, 'listening');
    try {
      expect(() => makeTryFolder(company, {})).toThrow('socket');
    } finally {
      server.close();
    }
    expect(await readdir(join(company, '.cache'))).toEqual([]);
  });

  it('copies no backups', async () => {
    await write({ 'office.tar.gz': '' });
    const { copied } = await tried({});
    expect([...copied.keys()]).toEqual(['contract.ts', 'office.ts', 'package.json', 'web/page.tsx']);
  });
});
