import { leaveOut } from '@back-office/contract/office/leave-out.ts';
import { subjectOf } from '@back-office/contract/office/menu.ts';
import { makeOffice } from '@back-office/contract/office/make-office.ts';
import { requireOffice } from '@back-office/server/office/require-office.ts';
import { openTestApp, type TestApp } from '../testing/server/test-app.ts';
import { sys } from '@back-office/sys/module.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { office } from '../office.ts';
import { modules } from './modules.ts';

/* A feature omitted from the module's list disappears from the server without another edit; parts that others need stay. */
let app: TestApp | undefined;
afterEach(async () => {
  await app?.drop();
  app = undefined;
});

const without = (name: string) => makeOffice([leaveOut(sys, name)]);
const needing = (name: string): string[] => office.features.filter(({ needs = [] }) => needs.includes(name)).map((feature) => feature.name);
const needed = office.features.filter(({ name }) => needing(name).length > 0);
const free = office.features.filter(({ name }) => needing(name).length === 0);

describe('a feature that is left out', () => {
  test.each(needed)('stops the start while others need it, and names them: $name', ({ name }) => {
    for (const other of needing(name))
      expect(() => without(name)).toThrow(`${other} needs ${name}: list ${name} too, or leave ${other} out`);
  });

  test.each(free)('disappears, and the rest starts: $name', async ({ name, resources = [], menu = [], pages = [] }) => {
    const rest = without(name);
    app = await openTestApp({ office: rest });
    const admin = await app.admin();
    for (const resource of resources) expect((await app.call(admin, 'GET', `${resource.name}/select-page`)).code).toBe(40404);
    for (const entry of menu) expect(rest.menu.flatMap(({ sections }) => sections).map(subjectOf)).not.toContain(subjectOf(entry));
    for (const { path } of pages) expect(rest.pages.map((page) => page.path)).not.toContain(path);
    for (const resource of rest.resources) expect((await app.call(admin, 'GET', `${resource.name}/select-page`)).code).toBe(20000);
    expect((await app.call(admin, 'GET', 'sys/search?q=admin')).code).toBe(name === 'search' ? 40404 : 20000);
  });
});

test('the start is refused when a server part has a name that no feature has', () => {
  // Simulates a feature renamed in its feature.ts alone.
  const features = sys.features.map((feature) => (feature.name === 'search' ? { ...feature, name: 'serach' } : feature));
  expect(() => requireOffice(makeOffice([{ ...sys, features }]), modules)).toThrow(
    'sys has a server of search, but no feature of that name: call it as its feature.ts does, or name the feature in leftOut of the module sys',
  );
});
