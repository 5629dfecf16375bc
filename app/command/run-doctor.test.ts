import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findOffice } from '../loading/office-place.mjs';
import { examinePages } from './doctor/examine-pages.ts';
import { afterAll, expect, it } from 'vitest';
import { writeOffice } from '../loading/testing/write-office.ts';

/* What the doctor and a start report about a company's settings and pages, before there is a database. */
const outside = await mkdtemp(join(tmpdir(), 'back-office-doctor-'));
afterAll(() => rm(outside, { recursive: true, force: true }));

const DATA_DIR = join(outside, 'data');
const office = () =>
  writeOffice({
    'office.ts': `import { sys } from 'back-office/contract';
const pages = [{ path: '/acme/map', name: 'acme-map', component: 'acme-map', meta: { title: '地图' } }];
export const modules = [sys, { name: 'acme', features: [{ name: 'maps', pages }] }];
`,
    'server.ts': `import { defineSettings } from 'back-office/server';
const settings = defineSettings({
  ACME_DAYS: { kind: 'number', about: 'Days to look ahead', min: 1, max: 9, default: 3 },
  ACME_TOKEN: { kind: 'text', about: 'The key of the map', secret: true, pattern: '[a-z]+' },
});
export const routes = (app) =>
  app.get('/api/acme/place', { config: { right: { resource: 'sys/user', permission: 'locate' } } }, () => '这里');
export const server = { name: 'acme', settings, features: [{ name: 'maps', routes }] };
`,
  });

/** Runs one of our programs on that company. */
const run = async (program: string, environment: Record<string, string>): Promise<string> => {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, DATA_DIR, PORT: '0', OFFICE: await office(), ...environment };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, '..', program), 'doctor'], {
    env,
    timeout: 50_000,
  }).catch((error: unknown) => error as { stdout: string; stderr: string });
  return stdout + stderr;
};

it('shows each setting of a module except secrets, and warns about settings that nothing reads', async () => {
  const said = await run('command/main.ts', { ACME_TOKEN: 'hidden', ACME_DAY: '4', ADRESS_CONNECTIONS: 'hidden' });
  expect(said).toMatch(/^ok +acme +ACME_DAYS is 3, its default: Days to look ahead$/m);
  expect(said).toMatch(/^ok +acme +ACME_TOKEN is set: The key of the map$/m);
  expect(said).toMatch(/^warn +acme +ACME_DAY is set, which is no setting of the module: it decides nothing$/m);
  expect(said).toMatch(
    /^warn +settings +ADRESS_CONNECTIONS is set, which is no setting and decides nothing: was ADDRESS_CONNECTIONS meant\?$/m,
  );
  expect(said).not.toMatch(/hidden/);
  expect(said).toMatch(
    /^warn +rights +GET \/api\/acme\/place asks for locate on sys\/user, which no entry of the menu offers: name it under permissions/m,
  );
  // A page in the menu that no browser module draws.
  expect(said).toMatch(/^FAIL +pages .*No feature draws the page acme-map: name it in the lazyPages/m);
});

it('says why the browser modules of a company could not be checked', async () => {
  const folder = await writeOffice({
    'office.ts': "export { sys } from 'back-office/contract';",
    'web.ts': "export const web = { name: 'acme' };",
    'tsconfig.json': '{ "extends": "../gone/tsconfig.json" }',
  });
  expect(await examinePages(findOffice(folder) ?? expect.fail('it holds no office'))).toEqual({
    level: 'warn',
    what: 'pages',
    text: expect.stringMatching(/^could not be looked through: Error: Transform failed.* Failed to load tsconfig .*: Tsconfig not found$/),
  });
});

it('refuses a start with invalid settings, naming module and setting, before anything is created', async () => {
  const OFFICE = await office();
  const said = await run('server/main.ts', { OFFICE, ACME_DAYS: '0', ACME_TOKEN: '123' });
  expect(said).toBe(
    'ACME_DAYS, a setting of the module acme, must be a whole number from 1 to 9: Days to look ahead.\n' +
      'ACME_TOKEN, a setting of the module acme, must match [a-z]+: The key of the map.\n' +
      `(acme: ${OFFICE}/office.ts, ${OFFICE}/server.ts)\n`,
  );
  expect(existsSync(DATA_DIR)).toBe(false);
});
