import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
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

  it('include links as links', async () => {
    await symlink(outside, join(company, 'shared'), 'junction');
    expect(companyFiles(company, {}).files).toEqual([...sources, 'shared'].sort());
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

  it('copies no backups', async () => {
    await write({ 'office.tar.gz': '' });
    const { copied } = await tried({});
    expect([...copied.keys()]).toEqual(['contract.ts', 'office.ts', 'package.json', 'web/page.tsx']);
  });
});
