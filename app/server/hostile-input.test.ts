import fc from 'fast-check';
import { office } from '@back-office/app/office.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Samples } from '../testing/server/samples.ts';
import { openTestApp, type TestApp } from '../testing/server/test-app.ts';

const { resources } = office;

/*
 * Malicious input in every place that accepts any (docs/hardening.md 3.C): never a 500, never any internals
 * (`check-answer.ts` throws for both), and accepted input comes back as it was sent.
 */
let app: TestApp;
let admin: string;
let samples: Samples;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
  samples = new Samples(app, admin);
});
afterAll(() => app.drop());

const texts = [
  "'",
  '"',
  '\\',
  ';--',
  '$$',
  '%27',
  "' OR 1=1 --",
  '1;select pg_sleep(3)',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e',
  '\ufeff',
  'ｆｕｌｌ',
  '😀',
  ' a ',
  '\t',
  '\n',
  '<script>alert(1)</script>',
  '=1+1',
  '{{7*7}}',
  '${7*7}',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'null',
  'undefined',
  'NaN',
  'true',
  '-1',
  '1e309',
  '0x10',
  '2026-02-30 00:00:00',
  'a'.repeat(70_000),
];
/** Values that could break a query; tried in every field. */
const sharp = ["'", '\\', '%27', "' OR 1=1 --", '\u0000', '\ud800', '1e309'];
const others: unknown[] = [
  0,
  -1,
  1.5,
  1e308,
  -1e308,
  2 ** 53,
  2 ** 63,
  true,
  false,
  [],
  [null],
  ['a'],
  [[]],
  [{}],
  {},
  { a: 1 },
  { length: 1 },
  { toString: 'x' },
  { $gt: '' },
];
const hostile: unknown[] = [...texts, ...others];

describe.each(resources.filter(({ operations }) => operations.includes('save')))('the fields of $name', (resource) => {
  it('accept each hostile value unchanged, or refuse it alone with row and field', async () => {
    for (const name of resource.form) {
      const least = await samples.least(resource);
      const rows = hostile.map((value) => ({ ...least, [name]: value }));
      const { code, data } = await app.call<{ fields: { row: number; field: string; message: string }[] }>(
        admin,
        'POST',
        `${resource.name}/save-batch?dryRun=true`,
        rows,
      );
      expect(code, name).toBe(40000);
      const unique = resource.unique.flat();
      const issues = data.fields.filter(({ field, message }) => !(unique.includes(field) && message.includes('存在')));
      for (const { row, field, message } of issues) {
        expect([row, field]).toEqual([row, name]);
        expect(message).toMatch(/\p{Script=Han}/u);
      }
      const refused = new Set(issues.map(({ row }) => row));
      const field = resource.fields[name];
      // Neither comes back as it was sent: a secret never does, and markup loses what could run (clean-html.test.ts).
      const other = field?.kind === 'secret' || (field?.kind === 'longText' && field.html === true);
      for (const [row, value] of hostile.entries()) {
        if (refused.has(row)) continue;
        const saved = await app.call(admin, 'POST', `${resource.name}/save`, { ...(await samples.least(resource)), [name]: value });
        expect([20000, 40900, 40300], `${name} ${JSON.stringify(value)?.slice(0, 50)}`).toContain(saved.code);
        // A unique value is stored in the normal form in which it is compared.
        const stored = unique.includes(name) && typeof value === 'string' ? value.trim().normalize('NFC') : value;
        if (saved.code === 20000 && !other) expect(saved.data[name]).toEqual(stored);
      }
    }
  });
});

describe.each(resources)('the URLs of $name', (resource) => {
  it('refuse hostile ids, pages, sorts and field names, and withstand hostile search values', async () => {
    for (const text of texts.map((value) => value.slice(0, 2000))) {
      const part = encodeURIComponent(text.toWellFormed());
      for (const [method, path] of [
        ['GET', `select/${part}`],
        ['DELETE', `delete/${part}`],
        ['DELETE', `delete-ids/${part}`],
        ['GET', `select-history/${part}`],
      ] as const) {
        const { code } = await app.call(admin, method, `${resource.name}/${path}`);
        expect([40000, 40010, 40400, 40404], `${method} ${path.slice(0, 60)}`).toContain(code);
      }
      for (const query of [`index=${part}`, `limit=${part}`, `sort=${part}`, `sort=${part}:asc`, `like=${part}`, `like=${part}:a`]) {
        const { code } = await app.call(admin, 'GET', `${resource.name}/select-page?${query}`);
        expect([40000, 40010, 40404], query.slice(0, 60)).toContain(code);
      }
      if (!sharp.includes(text)) continue;
      for (const name of resource.search) {
        for (const operator of ['like', 'eq', 'ge', 'le']) {
          const { code } = await app.call(admin, 'GET', `${resource.name}/select-page?${operator}=${name}:${part}`);
          expect([20000, 40000, 40010], `${operator}=${name}:${text.slice(0, 30)}`).toContain(code);
        }
      }
    }
  });
});

it('records of arbitrary fields and values break nothing', async () => {
  const names = [...new Set(resources.flatMap(({ form }) => form)), 'id', 'version', 'createTime', '__proto__', 'constructor', 'toString'];
  const record = fc.dictionary(
    fc.oneof(fc.constantFrom(...names), fc.string()),
    fc.oneof(fc.constantFrom(...hostile.filter((value) => typeof value !== 'string' || value.length < 1000)), fc.jsonValue()),
    { maxKeys: 6 },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...resources.filter(({ operations }) => operations.includes('save'))),
      record,
      async (resource, values) => {
        const { code } = await app.call(admin, 'POST', `${resource.name}/save`, JSON.stringify(values), {
          headers: { 'content-type': 'application/json' },
        });
        expect([20000, 40000, 40010, 40300, 40400, 40900]).toContain(code);
      },
    ),
    { numRuns: 200 },
  );
});

it('valid requests with flipped bytes break nothing', async () => {
  const good = JSON.stringify(await samples.full(resources[0] ?? expect.fail()));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }), async (flips) => {
      const bytes = Buffer.from(good);
      for (const [at, value] of flips) bytes[at] = value;
      const { code } = await app.call(admin, 'POST', 'sys/user/save', bytes, { headers: { 'content-type': 'application/json' } });
      expect([20000, 40000, 40010, 40400, 40900]).toContain(code);
    }),
    { numRuns: 150 },
  );
});
