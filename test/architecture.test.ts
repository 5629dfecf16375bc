import { describe, expect, test } from 'vitest';
import { cyclesOf } from './cycles-of.ts';
import { engine, floors, exportedFiles, modules } from './house.ts';
import { readImports, readSource, sourceFiles } from './read-imports.ts';
import { featureOf, isTest, roomOf, importFault } from './import-fault.ts';

const files = sourceFiles();
// This file contains forbidden imports on purpose, as text.
const scripts = files.filter((file) => /\.(tsx?|mjs)$/.test(file) && file !== 'test/architecture.test.ts');
const arrows = scripts.flatMap((file) => readImports(file, readSource(file)));
const lines = (file: string): number => readSource(file).replace(/\n$/, '').split('\n').length;

describe('the architecture', () => {
  test('has no forbidden import, such as from a lower to a higher layer, types included', () => {
    expect(arrows.map(importFault).filter(Boolean)).toEqual([]);
  });

  const between = (placeOf: (file: string) => string | undefined) =>
    arrows
      .filter(({ from }) => !/\.test\.tsx?$/.test(from))
      .map(({ from, to }) => [placeOf(from), placeOf(to)] as const)
      .filter((pair): pair is readonly [string, string] => pair[0] !== undefined && pair[1] !== undefined && pair[0] !== pair[1]);

  test('has no import cycle between folders', () => {
    expect(cyclesOf(between(roomOf))).toEqual([]);
  });

  // The declarations of a feature, its server and its web are separate rooms: a cycle of features need not be a cycle of these.
  test('has no import cycle between features', () => {
    expect(cyclesOf(between(featureOf))).toEqual([]);
  });

  test('has no import cycle between files, except between a worker and the file that starts it', () => {
    const started = /-(worker|thread)\.ts$|hasher\.ts$/;
    const known = (file: string): string | undefined => (files.includes(file) ? file : undefined);
    expect(cyclesOf(between(known)).filter((circle) => !circle.some((file) => started.test(file)))).toEqual([]);
  });

  test('exports nothing to other features that no other feature imports', () => {
    const taken = new Set(arrows.filter(({ from, to }) => !isTest(from) && featureOf(from) !== featureOf(to)).map(({ to }) => to));
    expect(exportedFiles.filter((file) => !taken.has(file))).toEqual([]);
  });

  test('has no folder outside its plan, and no planned folder that is empty', () => {
    const inside = files.filter((file) => /^(engine|sys|app)\//.test(file));
    expect(inside.filter((file) => roomOf(file) === undefined)).toEqual([]);
    const rooms = floors.flatMap((floor) => floor.rooms);
    expect(rooms.filter((room) => !inside.some((file) => roomOf(file) === room))).toEqual([]);
  });

  test(`keeps the engine under ${engine.maxLines} lines without tests`, ({ annotate }) => {
    const size = files
      .filter((file) => engine.size.test(file) && /\.tsx?$/.test(file) && !isTest(file))
      .reduce((sum, file) => sum + lines(file), 0);
    void annotate(`The engine has ${size} lines`);
    expect(size).toBeLessThan(engine.maxLines);
  });

  test('has no file over 250 lines', () => {
    expect(files.filter((file) => lines(file) > 250).map((file) => `${file} has ${lines(file)} lines`)).toEqual([]);
  });

  test('names files and folders in kebab-case', () => {
    const kebab = /^([a-z0-9]+(-[a-z0-9]+)*\/)*[a-z0-9]+(-[a-z0-9]+)*(\.(test|spec|config|d))?\.(tsx?|mjs|css|sql)$/;
    expect(files.filter((file) => !kebab.test(file))).toEqual([]);
  });

  // Readers and tools would mistake a file for the other one of the same name beside it.
  test('has no file in a feature’s web or server folder that is named like one of its declarations', () => {
    const nameOf = (file: string): string => file.replace(/^.*\/|\.\w+$/g, '');
    const declared = new Set(files.filter((file) => roomOf(file) === featureOf(file)).map((file) => `${featureOf(file)} ${nameOf(file)}`));
    const ofSides = scripts.filter((file) => /^sys\/[^/]+\/(web|server)\//.test(file) && !isTest(file));
    expect(ofSides.filter((file) => declared.has(`${featureOf(file)} ${nameOf(file)}`))).toEqual([]);
  });

  test('reads the environment in main.ts only', () => {
    const server = scripts.filter(
      (file) => /^(engine|sys|app)\//.test(file) && !/main\.ts$|serve\.mjs$|(vite|vitest)\.config\.ts$/.test(file) && !isTest(file),
    );
    expect(server.filter((file) => /\bprocess\.env\b/.test(readSource(file)))).toEqual([]);
  });
});

describe('the table of allowed imports', () => {
  const arrow = (from: string, text: string) => readImports(from, text).map(importFault);
  const [own] = modules;

  test.each([
    ['engine/contract/resource/field.ts', `import { user } from '@back-office/${own}/users/user.ts'`],
    ['engine/contract/limits.ts', "import { readFile } from 'node:fs'"],
    ['engine/contract/limits.ts', "import React from 'react'"],
    ['engine/contract/limits.ts', "import { Refusal } from '@back-office/server/platform/http/refusal.ts'"],
    ['engine/server/crud/save.ts', `import { user } from '@back-office/${own}/users/user.ts'`],
    ['engine/server/crud/save.ts', `import type { X } from '@back-office/${own}/users/server/user.ts'`],
    ['engine/server/platform/http/ok.ts', "import type { Context } from '../../crud/context.ts'"],
    ['engine/server/platform/http/error-handler.ts', "export { App } from '@back-office/app/server/app.ts'"],
    ['engine/server/crud/save.test.ts', "import { request } from '@back-office/web/platform/request/request.ts'"],
    ['engine/server/crud/save.ts', "import { until } from '../testing/until.ts'"],
    ['engine/server/testing/until.ts', "import { office } from '@back-office/app/office.ts'"],
    ['engine/web/crud/fields/text.tsx', "import {\n  bar,\n} from '../parts/bar.tsx'"],
    ['engine/web/platform/ui/glyph.tsx', "import { join } from 'node:path'"],
    ['engine/web/crud/import/read.ts', "new Worker(new URL('../../../server/crud/save.ts', import.meta.url))"],
    ['sys/users/server/user-part.ts', "const role = await import('../../roles/server/role.ts')"],
    ['sys/users/web/user-list-page.tsx', "import '../../dictionaries/web/dict-list-page.tsx'"],
    ['sys/users/web/user-list-page.tsx', "import type { Password } from '../server/reset-password-route.ts'"],
    ['sys/users/user.ts', "import { Refusal } from '@back-office/server/platform/http/refusal.ts'"],
    ['somewhere/else.ts', "import 'zod'"],
  ])('refuses an import from %s: %s', (from, text) => {
    expect(arrow(from, text)).toEqual([expect.stringContaining(`${from}:`)]);
  });

  test.each([
    [
      'sys/users/server/user-part.ts',
      "import { role } from '../../roles/role.ts' // from './user.ts'\n/* import x from '../web/user-list-page.tsx' */",
    ],
    ['sys/users/server/user-part.ts', "import { functionTreeOf } from '../../functions/server/function-tree-of.ts'"],
    ['sys/users/web/user-list-page.tsx', "import { ListPage } from '@back-office/web/crud/pages/list-page.tsx'"],
    ['engine/web/crud/pages/list-page.tsx', "import type { Resource } from '@back-office/contract/resource/resource.ts'"],
    ['engine/contract/envelope.ts', "import { z } from 'zod'"],
    ['engine/server/crud/save.test.ts', "import { until } from '../testing/until.ts'"],
    ['engine/server/crud/save.test.ts', "import { openTestApp } from '@back-office/app/testing/server/test-app.ts'"],
  ])('allows an import from %s: %s', (from, text) => {
    expect(arrow(from, text)).toEqual([undefined]);
  });
});
