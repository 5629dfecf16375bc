import { describe, expect, test } from 'vitest';
import { declaredResources, readImports, readSource, sourceFiles, type Import } from './read-imports.ts';

/**
 * Who may import whom. The first row whose `place` is the beginning of a file's path holds for that file;
 * it may import its own folder and what `may` names, less what `never` names.
 * `packages` says which packages it may use: those of its package.json (any), or only the named ones.
 */
const table: Row[] = [
  { place: 'contract/src/resource/', may: ['contract/src/*'], packages: ['zod'] },
  { place: 'contract/src/resources/all.ts', may: ['contract/src/resources/', 'contract/src/resource/'], packages: [] },
  { place: 'contract/src/resources/', may: ['contract/src/resource/', 'contract/src/*'], never: ['contract/src/resources/'], packages: [] },
  { place: 'contract/src/calls/', may: ['contract/src/resource/', 'contract/src/*'], packages: ['zod'] },
  {
    place: 'contract/src/password-estimate.ts',
    may: ['contract/src/*'],
    packages: ['@zxcvbn-ts/core', '@zxcvbn-ts/language-common'],
  },
  { place: 'contract/src/', may: ['contract/src/resource/', 'contract/src/*'], packages: ['zod'] },

  { place: 'server/src/main.ts', may: ['contract/src/', 'server/src/'] },
  { place: 'server/src/app.ts', may: ['contract/src/', 'server/src/'], never: ['server/src/main.ts'] },
  {
    place: 'server/src/context-of.ts',
    may: ['contract/src/', 'server/src/'],
    never: ['server/src/main.ts', 'server/src/app.ts', 'server/src/testing/'],
  },
  { place: 'server/src/testing/', may: ['contract/src/', 'server/src/'], never: ['server/src/main.ts'] },
  {
    place: 'server/src/crud/',
    may: ['contract/src/', 'server/src/'],
    never: ['contract/src/resources/', 'server/src/resources/', 'server/src/main.ts', 'server/src/app.ts', 'server/src/testing/'],
  },
  {
    place: 'server/src/resources/all.ts',
    may: ['contract/src/', 'server/src/'],
    never: ['server/src/main.ts', 'server/src/app.ts', 'server/src/testing/'],
  },
  {
    place: 'server/src/resources/',
    may: ['contract/src/', 'server/src/'],
    never: [...partsOf('server'), 'server/src/main.ts', 'server/src/app.ts', 'server/src/testing/'],
  },
  {
    place: 'server/src/settings.ts',
    may: [
      'contract/src/',
      'server/src/sms-settings.ts',
      'server/src/start-error.ts',
      'server/src/trusted-proxies.ts',
      'server/package.json',
    ],
  },
  {
    place: 'server/src/',
    may: ['contract/src/', 'server/src/'],
    never: ['server/src/resources/', 'server/src/main.ts', 'server/src/app.ts', 'server/src/testing/'],
  },

  { place: 'server/serve.mjs', may: ['server/memory-flags.mjs'], packages: 'node' },
  { place: 'web/src/main.ts', may: ['contract/src/', 'web/src/'], packages: 'browser' },
  { place: 'web/src/app.tsx', may: ['contract/src/', 'web/src/'], never: ['web/src/main.ts'], packages: 'browser' },
  {
    place: 'web/src/crud/',
    may: ['contract/src/', 'web/src/'],
    never: ['contract/src/resources/', 'web/src/resources/', 'web/src/main.ts', 'web/src/app.tsx'],
    packages: 'browser',
  },
  {
    place: 'web/src/lists/',
    may: ['contract/src/', 'web/src/'],
    never: ['contract/src/resources/', 'web/src/resources/', 'web/src/main.tsx', 'web/src/app.tsx'],
    packages: 'browser',
  },
  {
    place: 'web/src/fields/',
    may: ['contract/src/', 'web/src/'],
    never: ['contract/src/resources/', 'web/src/resources/', 'web/src/main.ts', 'web/src/app.tsx'],
    packages: 'browser',
  },
  {
    place: 'web/src/resources/index.ts',
    may: ['contract/src/', 'web/src/'],
    never: ['web/src/main.ts', 'web/src/app.tsx'],
    packages: 'browser',
  },
  {
    place: 'web/src/resources/',
    may: ['contract/src/', 'web/src/'],
    never: [...partsOf('web'), 'web/src/main.ts', 'web/src/app.tsx'],
    packages: 'browser',
  },
  { place: 'web/src/', may: ['contract/src/', 'web/src/'], never: ['web/src/main.ts', 'web/src/app.tsx'], packages: 'browser' },
  { place: 'web/', may: ['web/', 'contract/src/'] },

  { place: 'e2e/', may: ['contract/src/', 'e2e/'] },
  { place: 'bench/', may: ['contract/src/', 'server/', 'bench/', 'e2e/support/', 'test/nodes/'] },
  { place: 'test/nodes/', may: ['contract/src/', 'server/src/testing/', 'server/memory-flags.mjs', 'scripts/lib/'] },
  { place: 'test/', may: ['test/'] },
  { place: 'scripts/', may: ['scripts/', 'server/memory-flags.mjs'], packages: 'node' },
];

/** The parts of the declared resources: a resource's part never imports another's; a helper beside them belongs to none. */
function partsOf(side: string): string[] {
  return declaredResources().flatMap((name) => [`${side}/src/resources/${name}.`, `${side}/src/resources/${name}/`]);
}

interface Row {
  place: string;
  /** Beginnings of paths; `x/*` means the files directly in x. */
  may: string[];
  never?: string[];
  /** Unset: any. `browser`: any but Node's own. `node`: Node's own only. */
  packages?: string[] | 'browser' | 'node';
}

const longest = 250;
const workspaces = /^(contract|server|web|e2e|test|scripts|bench)(\/|$)/;

/** Tests may build the whole side that they stand in; the two sides still never meet. */
const rowForTests = (file: string): Row => {
  const side = file.slice(0, file.indexOf('/'));
  return { place: file, may: [`${side}/src/`, 'contract/src/'] };
};

function rowOf(file: string): Row | undefined {
  if (/^(contract|server|web)\/.*\.test\.tsx?$/.test(file)) return rowForTests(file);
  return table.find(({ place }) => file.startsWith(place));
}

/** What is wrong with an import, or undefined. */
function wrongArrow({ from, line, to }: Import): string | undefined {
  const row = rowOf(from);
  if (!row) return `${from}:${line} stands in no row of the table; add one`;
  const allowed = workspaces.test(to) ? fileAllowed(row, from, to) : packageAllowed(row, to);
  return allowed ? undefined : `${from}:${line} imports ${to}, which "${row.place}" may not (${describeRow(row)})`;
}

function fileAllowed(row: Row, from: string, to: string): boolean {
  // resources/role.ts and resources/role/… are parts of one resource.
  const part = /^((?:server|web)\/src\/resources\/[^/.]+)/.exec(from)?.[1];
  if (part && (to.startsWith(`${part}/`) || to.startsWith(`${part}.`))) return true;
  if (row.never?.some((beginning) => to.startsWith(beginning))) return false;
  return [row.place, ...row.may].some((beginning) =>
    beginning.endsWith('*') ? to.slice(0, to.lastIndexOf('/') + 1) === beginning.slice(0, -1) : to.startsWith(beginning),
  );
}

function packageAllowed({ packages }: Row, to: string): boolean {
  if (packages === undefined) return true;
  if (packages === 'browser') return !to.startsWith('node:');
  if (packages === 'node') return to.startsWith('node:');
  return packages.some((name) => to === name || to.startsWith(`${name}/`));
}

const describeRow = ({ may, never, packages }: Row) =>
  `may: ${may.join(' ')}; never: ${never?.join(' ') ?? '-'}; packages: ${packages === undefined ? 'any' : String(packages) || 'none'}`;

const files = sourceFiles();
// This file holds wrong arrows on purpose, as text.
const scripts = files.filter((file) => /\.(tsx?|mjs)$/.test(file) && file !== 'test/architecture.test.ts');

describe('the project', () => {
  test('imports only along the arrows of the table', () => {
    expect(
      scripts
        .flatMap((file) => readImports(file, readSource(file)))
        .map(wrongArrow)
        .filter(Boolean),
    ).toEqual([]);
  });

  test(`has no file over ${longest} lines`, () => {
    const long = files.map((file) => ({ file, lines: readSource(file).replace(/\n$/, '').split('\n').length }));
    expect(long.filter(({ lines }) => lines > longest).map(({ file, lines }) => `${file} has ${lines} lines`)).toEqual([]);
  });

  // docs/decisions/0041-types-carry-the-declarations.md
  test('keeps the engine under 5,600 lines without tests', () => {
    const engine = /^(contract\/src\/resource|server\/src\/crud|web\/src\/(crud|fields))\//;
    const lines = files
      .filter((file) => engine.test(file) && /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
      .reduce((sum, file) => sum + readSource(file).split('\n').length - 1, 0);
    expect(lines).toBeLessThan(5600);
  });

  test('names its files and folders in kebab-case', () => {
    const kebab = /^([a-z0-9]+(-[a-z0-9]+)*\/)*[a-z0-9]+(-[a-z0-9]+)*(\.(test|spec|config|d))?\.(tsx?|mjs|css|sql)$/;
    expect(files.filter((file) => !kebab.test(file))).toEqual([]);
  });

  test('reads the environment in main.ts only', () => {
    const server = scripts.filter((file) => file.startsWith('server/src/') && !/main\.ts$|\/testing\/|\.test\.ts$/.test(file));
    expect(server.filter((file) => /\bprocess\.env\b/.test(readSource(file)))).toEqual([]);
  });
});

describe('the table', () => {
  const arrow = (from: string, text: string) => readImports(from, text).map(wrongArrow);

  test.each([
    ['contract/src/resource/field.ts', "import { user } from '../resources/user.ts'"],
    ['contract/src/resources/user.ts', "import { role } from './role.ts'"],
    ['contract/src/limits.ts', "import { readFile } from 'node:fs'"],
    ['contract/src/limits.ts', "import React from 'react'"],
    ['server/src/crud/save.ts', "import { user } from '@back-office/contract/resources/user.ts'"],
    ['server/src/crud/save.ts', "import type { X } from '../resources/user.ts'"],
    ['server/src/resources/user.ts', "const role = await import('./role.ts')"],
    ['web/src/resources/user.tsx', "import './dict.tsx'"],
    ['server/src/http/errors.ts', "export { App } from '../app.ts'"],
    ['server/src/app.ts', "import { App } from '../../web/src/app.tsx'"],
    ['server/src/app.test.ts', "import '@back-office/web/src/app.tsx'"],
    ['web/src/crud/table.tsx', "import {\n  user,\n} from '@back-office/contract/resources/user.ts'"],
    ['web/src/pages/home.tsx', "import { join } from 'node:path'"],
    ['web/src/import/read.ts', "new Worker(new URL('../../../server/src/app.ts', import.meta.url))"],
    ['somewhere/else.ts', "import 'zod'"],
  ])('refuses an arrow from %s: %s', (from, text) => {
    expect(arrow(from, text)).toEqual([expect.stringContaining(`${from}:`)]);
  });

  test('allows the arrows that the house is built on, and reads past comments', () => {
    expect(
      arrow('server/src/resources/role/tree.ts', "import { a } from '../role.ts' // from './user.ts'\n/* import x from './dept.ts' */"),
    ).toEqual([undefined]);
    expect(arrow('web/src/crud/list.tsx', "import type { Resource } from '@back-office/contract/resource/resource.ts'")).toEqual([
      undefined,
    ]);
    expect(arrow('contract/src/envelope.ts', "import { z } from 'zod'")).toEqual([undefined]);
  });
});
