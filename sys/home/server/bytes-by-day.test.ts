import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { openTestApp, type Session, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { onStatement } from '@back-office/server/platform/database/planning-client.ts';
import type { HomeAnswer } from '../home-answer.ts';
import type { PanelData } from '../statistics.ts';

/* The bytes of files on the home page, which are added up as files come and go. */
let app: TestApp;
let admin: string;
let people: Session[];
const orgs = [randomUUID(), randomUUID()];
const upload = randomUUID();
const query = (text: string, values: unknown[] = []) => app.database.pool.query<{ bytes: number }>(text, values);
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
  await query(`INSERT INTO sys_org (id, org_name, org_code, org_status) VALUES ($1, '一', 'one', '正常'), ($2, '二', 'two', '正常')`, orgs);
  people = [];
  for (const dataScope of ['本机构', '本人', '全部']) people.push(await app.userWith({ 'sys/file': ['read'] }, { dataScope }));
  await query(
    `INSERT INTO sys_upload (id, sys_user_id, file_name, file_type, total_chunks, file_source) VALUES ($1, $1, 'a', 'png', 1, 'x')`,
    [upload],
  );
  // With its last file an upload is removed.
  await make({ what: 'add', person: undefined, daysAgo: 1000, files: 1 });
});
afterAll(() => app.drop());

const person = fc.constantFrom(0, 1, 2, undefined);
const daysAgo = fc.constantFrom<number[]>(0, 1, 29, 30, 31, 33, 400);
const change = fc.oneof(
  fc.record({ what: fc.constant('add' as const), person, daysAgo, files: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ what: fc.constant('delete' as const), daysAgo }),
  fc.record({ what: fc.constant('change' as const), person, daysAgo }),
  fc.record({ what: fc.constant('move' as const), person: fc.nat({ max: 2 }), org: fc.nat({ max: 1 }) }),
  fc.record({ what: fc.constant('add up' as const) }),
);
const ofDay = `create_time::date = current_date - $1::int`;

async function make(one: typeof change extends fc.Arbitrary<infer Value> ? Value : never): Promise<unknown> {
  if (one.what === 'add up') return query('SELECT add_up_file_tallies(50)');
  if (one.what === 'delete') return query(`DELETE FROM sys_file WHERE ${ofDay}`, [one.daysAgo]);
  if (one.what === 'move') return query('UPDATE sys_user SET sys_org_id = $1 WHERE id = $2', [orgs[one.org], people[one.person]?.userId]);
  const creator = one.person === undefined ? null : people[one.person]?.userId;
  if (one.what === 'change')
    return query(
      `UPDATE sys_file SET create_user = $2, create_time = create_time - interval '1 day', file_size = file_size + 7 WHERE ${ofDay}`,
      [one.daysAgo, creator],
    );
  return query(
    `INSERT INTO sys_file (id, create_user, create_time, file_name, file_type, file_size, file_source, sys_upload_id)
     SELECT gen_random_uuid(), $1, now() - make_interval(days => $2), 'a', 'png', 10 + n, 'x', $3 FROM generate_series(1, $4) n`,
    [creator, one.daysAgo, upload, one.files],
  );
}

/** What the home page shows: all bytes, and the sum of each of the last thirty days. */
async function shown(token: string): Promise<(number | undefined)[]> {
  const get = async <Data>(name: string) => (await app.call<Data>(token, 'GET', `statistics/${name}`)).data;
  const { panels } = await get<PanelData>('select-panel-data');
  const { lines } = await get<HomeAnswer>('select-home');
  const values = lines.find(({ key }) => key === 'storage')?.values ?? [];
  return [panels.find(({ key }) => key === 'storage')?.value, ...values];
}

/** The same, counted from the files. */
async function counted(condition: string): Promise<number[]> {
  const { rows } = await query(
    `SELECT coalesce((SELECT sum(file_size) FROM sys_file t WHERE ${condition} AND create_time::date <= current_date - ago), 0)::int AS bytes
     FROM generate_series(29, 0, -1) ago ORDER BY ago DESC`,
  );
  const each = rows.map(({ bytes }) => bytes);
  return [each.at(-1) ?? 0, ...each];
}

it('the bytes of files are those of a fresh count for each reader, whatever was uploaded, deleted, changed or moved', async () => {
  const [chief, own, all] = people;
  const readers = [
    [
      chief,
      `t.create_user IN (SELECT id FROM sys_user WHERE sys_org_id = (SELECT sys_org_id FROM sys_user WHERE id = '${chief?.userId}'))`,
    ],
    [own, `t.create_user = '${own?.userId}'`],
    [all, 'true'],
    [{ token: admin }, 'true'],
  ] as const;
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 3, maxLength: 8 }), async (changes) => {
      for (const one of changes) await make(one);
      for (const [reader, condition] of readers) expect(await shown(reader?.token ?? '')).toEqual(await counted(condition));
    }),
    { numRuns: 12 },
  );
});

it('the home page reads no files to add them up', async () => {
  const statements: string[] = [];
  onTestFinished(onStatement(({ text }) => statements.push(text)));
  await shown(admin);
  expect(statements.some((text) => text.includes('sys_file_bytes'))).toBe(true);
  expect(statements.filter((text) => /FROM "?sys_file"? /i.test(text))).toEqual([]);
});
