import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { checkResources } from '@back-office/contract/resource/check-resources.ts';
import { databaseMistakes } from '@back-office/server/office/check-database.ts';
import { openTestDatabase } from '../testing/server/test-database.ts';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { office } from '../office.ts';
import { addResource } from './add-resource.ts';
import { newOffice } from './new-office.ts';

/* The files that the commands write, without a separate process; test/packed and test/recipes run a whole office on them. */
const outside = await realpath(await mkdtemp(join(tmpdir(), 'back-office-made-')));
afterAll(() => rm(outside, { recursive: true, force: true }));

let said = '';
beforeEach(() => {
  said = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((said += String(text)), true));
});

let made = 0;
/** A folder that does not exist yet. */
const newFolder = (): string => join(outside, String((made += 1)), 'acme');
const read = (folder: string, file: string): Promise<string> => readFile(join(folder, file), 'utf8');

/** A company's folder with this contract, and the result of `add resource` in it. */
async function added(contract: string, ...args: string[]): Promise<{ folder: string; contract: string }> {
  const folder = newFolder();
  await newOffice([folder, '--name', 'acme']);
  await writeFile(join(folder, 'contract.ts'), contract);
  await addResource([...args, '--title', ' 合同 '], folder);
  return { folder, contract: await read(folder, 'contract.ts') };
}

describe('new', () => {
  it('names the module after the folder and its menu group 业务管理, and prints what to do next', async () => {
    const folder = newFolder();
    await newOffice([folder]);
    expect(await read(folder, 'contract.ts')).toContain("name: 'acme',\n  menu: [{ path: '/acme', title: '业务管理', icon: 'database' }]");
    expect((await readdir(folder)).toSorted()).toEqual([
      '.gitignore',
      'AGENTS.md',
      'README.md',
      'acme.test.ts',
      'contract.ts',
      'migrations',
      'office.ts',
      'server.ts',
      'tsconfig.json',
      'web.tsx',
    ]);
    expect(said).toMatch(
      new RegExp(`^Made ${folder}\\. Next, in .*:\n  OFFICE=\\S+ npx back-office add resource agreement --title 合同\n`),
    );
  });

  it('accepts an existing folder only if it contains nothing but a repository', async () => {
    const folder = newFolder();
    await mkdir(join(folder, '.git'), { recursive: true });
    await newOffice([folder, '--title', '采购 2']);
    expect(await read(folder, 'README.md')).toMatch(/^# 采购 2\n/);
    await expect(newOffice([folder])).rejects.toThrow(`${folder} is not empty: name a folder that is not there yet.`);
    const file = join(folder, 'office.ts');
    await expect(newOffice([file, '--name', 'acme'])).rejects.toThrow(`${file} cannot be made: ENOTDIR`);
  });

  it.each([['a'], ['Acme'], ['2acme'], ['acme-two'], ['a'.repeat(17)], ['sys'], ['case'], ['modules']])(
    'refuses a module called %s, and writes nothing',
    async (name) => {
      const folder = newFolder();
      await expect(newOffice([folder, '--name', name])).rejects.toThrow(`A module cannot be called ${name}: give --name`);
      await expect(readdir(folder)).rejects.toThrow('ENOENT');
    },
  );

  it.each([["it's"], ['`'], ['${name}'], [' \n'], [''], ['长'.repeat(21)]])(
    'refuses the title %j, which is not 1 to 20 letters, digits or spaces',
    async (title) => {
      await expect(newOffice([newFolder(), '--title', title])).rejects.toThrow('must have 1 to 20 letters, digits or spaces.');
    },
  );

  it.each([
    [[], 'it takes one name; it may have --name, --title.'],
    [['one', 'two'], 'it takes one name; it may have --name, --title.'],
    [['one', '--in', 'two'], "Unknown option '--in'"],
    [['one', '--name'], "Option '--name <value>' argument missing"],
  ])('refuses the arguments %j', async (args, sentence) => {
    await expect(newOffice(args)).rejects.toThrow(sentence);
  });
});

describe('add resource', () => {
  const module = (features: string): string => `import { box } from './box.ts';
import type { Module } from 'back-office/contract';

export const acme: Module = {
  name: 'acme',
  features: [${features}],
};
`;
  const feature = `    {
      name: 'acme-sale-line',
      resources: [saleLine],
      menu: [{ resource: 'acme/sale-line', group: '/acme', order: ORDER, title: '合同', icon: 'file' }],
    },
  ],`;

  it.each<[string, string, string, number]>([
    ['no feature', '', 'features: [', 10],
    ['one on its line', 'boxes', 'features: [boxes,', 10],
    ['some that end with a comma', '\n    boxes,\n  ', 'features: [\n    boxes,', 10],
    [
      'one with lists of its own',
      "{ name: 'a', resources: [box], menu: [{ resource: 'acme/box' }] }",
      "features: [{ name: 'a', resources: [box], menu: [{ resource: 'acme/box' }] },",
      20,
    ],
  ])('adds its feature last where there is %s, and its import after the others', async (_what, features, before, order) => {
    const { contract } = await added(module(features), 'sale-line');
    expect(contract).toContain(`${before}\n${feature.replace('ORDER', String(order))}\n};\n`);
    expect(contract).toMatch(/^import \{ box \}.*\nimport type .*\nimport \{ saleLine \} from '\.\/sale-line\.ts';\n\nexport/);
  });

  it('finds the module even after features that have names and values of their own', async () => {
    const { folder, contract } = await added(
      `const boxes = { name: 'boxes' };\n${module('boxes').replace(/^import \{ box.*\n/, '')}`,
      'sale',
    );
    expect(contract).toContain("name: 'acme-sale'");
    expect(await read(folder, 'sale.ts')).toContain("name: 'acme/sale'");
  });

  it('numbers its migration after the last one, whatever else is in the folder', async () => {
    const folder = newFolder();
    await newOffice([folder]);
    for (const file of ['0001-one.sql', '0041-two.sql', '9999-notes.txt']) await writeFile(join(folder, 'migrations', file), '');
    await addResource(['sale', '--title', '销售', '--in', folder], outside);
    expect(await readdir(join(folder, 'migrations'))).toContain('0042-sale.sql');
    expect(said).toContain(
      `Added acme/sale: ${folder}/sale.ts, ${folder}/migrations/0042-sale.sql, and its feature in ${folder}/contract.ts.\n`,
    );
  });

  it.each<[string, string, string]>([
    ['Sale', module(''), 'A resource cannot be called Sale'],
    ['sale_line', module(''), 'A resource cannot be called sale_line'],
    // Declarations may have no digit in their names: the office would not start.
    ['sale-2', module(''), 'A resource cannot be called sale-2'],
    ['sale2', module(''), 'A resource cannot be called sale2'],
    // Names that are invalid for a value, or already taken.
    ['case', module(''), 'A resource cannot be called case'],
    ['define-resource', module(''), 'A resource cannot be called define-resource'],
    ['acme', module(''), 'says acme already: choose another name.'],
    ['box', module('box'), 'says box already: choose another name.'],
    // PostgreSQL would truncate the name of its constraint, and no start would find it.
    ['a-name-of-twenty-four-xy', module('').replace("'acme'", "'trade'"), 'is too long'],
    ['contract', module(''), 'contract.ts is there already: choose another name.'],
    ['sale', "export const acme = { name: 'acme' };", "does not say `name: '…'` and `features: […]`"],
    ['sale', 'export const acme = { features: [] };', "does not say `name: '…'` and `features: […]`"],
    ['sale', module('').replace('],', ''), 'has a list of features that does not end: close it.'],
  ])('refuses %s, and writes nothing (%#)', async (name, contract, sentence) => {
    const folder = newFolder();
    await newOffice([folder]);
    await writeFile(join(folder, 'contract.ts'), contract);
    const before = (await readdir(folder, { recursive: true })).toSorted();
    await expect(addResource([name, '--title', '合同'], folder)).rejects.toThrow(sentence);
    expect((await readdir(folder, { recursive: true })).toSorted()).toEqual(before);
    expect(await read(folder, 'contract.ts')).toBe(contract);
  });

  it.each([['office.ts'], ['contract.ts'], ['migrations']])('says what a folder without %s lacks', async (gone) => {
    const folder = newFolder();
    await newOffice([folder]);
    await rm(join(folder, gone), { recursive: true });
    await expect(addResource(['sale', '--title', '销售'], folder)).rejects.toThrow(
      gone === 'migrations' ? `${join(folder, gone)} is not there: make it` : `${folder} holds no office.ts with a contract.ts`,
    );
  });

  it('writes a declaration that matches its migration', async () => {
    const entry = pathToFileURL(join(import.meta.dirname, '../entry/contract.ts')).href;
    const database = await openTestDatabase();
    for (const name of ['sale', 'agreement-line', 'a-name-of-twenty-four-xy']) {
      const { folder } = await added(module(''), name);
      const declaration = (await read(folder, `${name}.ts`)).replace("'back-office/contract'", JSON.stringify(entry));
      await writeFile(join(folder, 'declared.ts'), declaration);
      const [resource] = Object.values((await import(join(folder, 'declared.ts'))) as Record<string, Resource>);
      if (resource === undefined) throw new Error('Nothing was declared');
      await database.pool.query(await read(folder, `migrations/0001-${name}.sql`));
      expect(await databaseMistakes(database.db, [resource])).toEqual([]);
      const { rows: triggers } = await database.pool.query(`SELECT FROM pg_trigger WHERE tgrelid = '${resource.table}'::regclass`);
      expect(triggers.length, 'that tell programs of what changes').toBeGreaterThan(0);
      expect(checkResources([...office.resources, resource], office.rules)).toEqual([]);
    }
    await database.drop();
  });
});
