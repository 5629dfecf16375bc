import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { writeOffice } from './testing/write-office.ts';

const run = promisify(execFile);

/** The error of a start with this office; empty if it is accepted. */
const judge = (folder: string): Promise<string> =>
  run(process.execPath, [join(import.meta.dirname, 'try-office.ts'), folder]).then(
    ({ stdout }) => stdout,
    ({ stderr }: { stderr: string }) => stderr.trim(),
  );

describe('an office in a folder of its own', () => {
  it('is loaded with the entries and libraries of the product, without an install', async () => {
    const folder = await writeOffice({
      'server.ts': `import { sql } from 'kysely';
import { ok, type ServerModule } from 'back-office/server';
if (typeof sql !== 'function' || typeof ok !== 'function') throw new Error('nothing was found');
export const server: ServerModule = { name: 'acme', migrations: import.meta.dirname, features: [] };
`,
    });
    expect(await judge(folder)).toBe('');
  });

  it('uses a library of its own where the product has none', async () => {
    const folder = await writeOffice({
      'contract.ts': "import { name } from 'own';\nexport const acme = { name, features: [] };\n",
      'node_modules/own/package.json': '{ "name": "own", "type": "module", "exports": "./index.js" }',
      'node_modules/own/index.js': "export const name = 'acme';\n",
    });
    expect(await judge(folder)).toBe('');
  });
});

describe('a start is refused, with the file and the cure, for', () => {
  it('a folder that does not exist', async () => {
    const folder = join(await writeOffice(), 'gone');
    expect(await judge(folder)).toBe(`OFFICE is ${folder}, but ${folder} does not exist: give the folder of an office.`);
  });

  it('a file instead of a folder', async () => {
    const file = join(await writeOffice(), 'office.ts');
    expect(await judge(file)).toBe(`OFFICE is ${file}, but ${file} is no folder: give the folder that holds office.ts.`);
  });

  it.each<[string, Readonly<Record<string, string | undefined>>, (folder: string) => string]>([
    ['a folder without office.ts', { 'office.ts': undefined }, (folder) => `${folder}/office.ts does not exist: write it, or make`],
    [
      'an office.ts that exports no modules',
      { 'office.ts': 'export const parts = [];' },
      (folder) => `${folder}/office.ts exports no modules`,
    ],
    ['a module without features', { 'office.ts': "export const modules = [{ name: 'sys' }];" }, () => 'each with a name and features'],
    [
      'an office without the module sys',
      { 'office.ts': "export const modules = [{ name: 'acme', features: [] }];" },
      (folder) => `${folder}/office.ts leaves out the module sys`,
    ],
    [
      'modules listed twice',
      { 'office.ts': "import { sys } from 'back-office/contract';\nexport const modules = [sys, sys];" },
      (folder) => `${folder}/office.ts: These modules do not fit together:`,
    ],
    [
      'a declaration that does not match its type',
      {
        'contract.ts': `import { defineResource, type Module } from 'back-office/contract';
const box = defineResource({ name: 'acme/box', title: '盒子', label: 'boxName', fields: { boxName: { kind: 'txt', label: '名称' } }, list: [], form: [] });
export const acme: Module = { name: 'acme', features: [{ name: 'acme', resources: [box] }] };
`,
      },
      (folder) =>
        `${folder}/office.ts: What stands here is not what its types say:\nacme/box.table: is missing\nacme/box.fields.boxName.kind: there is no kind txt\nacme/box.sort: is missing`,
    ],
    [
      'a module that throws while it is loaded',
      { 'contract.ts': "export const acme = 1;\nthrow new Error('out of order');" },
      (folder) =>
        `${folder}/contract.ts:2:7 cannot be loaded: out of order\nMend it, or take its module out of ${folder}/office.ts to start without`,
    ],
    ['a file with a syntax error', { 'contract.ts': 'export const acme = {{;' }, (folder) => `${folder}/contract.ts:1 cannot be loaded: `],
    [
      'an import of a missing file',
      { 'contract.ts': "import './agreement.ts';" },
      (folder) => `cannot be loaded: Cannot find module '${folder}/agreement.ts' imported from ${folder}/contract.ts`,
    ],
    [
      'an import of a package that is not installed',
      { 'contract.ts': "import 'no-such-package';" },
      () => "cannot be loaded: Cannot find package 'no-such-package' imported from",
    ],
    [
      'an import of an internal file by its package name',
      { 'contract.ts': "import '@back-office/server/crud/save.ts';" },
      (folder) =>
        `${folder}/contract.ts imports @back-office/server/crud/save.ts, which is not handed out: import from back-office/contract,`,
    ],
    [
      'an import of an entry point that does not exist',
      { 'contract.ts': "import 'back-office/engine';" },
      () => 'imports back-office/engine, which is not handed out',
    ],
    [
      'an import of an internal file by its path',
      { 'contract.ts': `import '${join(import.meta.dirname, '../office.ts')}';` },
      () => 'app/office.ts, which is not handed out',
    ],
    ['a server.ts that exports no server', { 'server.ts': 'export default 1;' }, (folder) => `${folder}/server.ts exports no server`],
    [
      'a server feature with an unknown property',
      { 'server.ts': "export const server = { name: 'acme', features: [{ name: 'acme', routs: () => undefined }] };" },
      (folder) => `${folder}/server.ts: What stands here is not what its types say:\nacme.routs: nothing is called routs here`,
    ],
    [
      'a server.ts for a module that office.ts does not list',
      { 'server.ts': "export const server = { name: 'other', features: [] };" },
      (folder) => `${folder}/server.ts is about the module other, which ${folder}/office.ts does not list`,
    ],
  ])('%s', async (_what, files, sentence) => {
    const folder = await writeOffice(files);
    const said = await judge(folder);
    expect(said).toContain(sentence(folder));
    // A message, and not a stack trace.
    expect(said).not.toContain('    at ');
  });
});
