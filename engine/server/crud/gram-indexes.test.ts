import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { office } from '@back-office/app/office.ts';
import { defineResource } from '@back-office/contract/resource/define-resource.ts';
import { openModuleApp } from '@back-office/app/testing/server/open-module-app.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { migrationsOf } from '../testing/trial-module.ts';
import { gramIndexes } from './gram-indexes.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.drop());

const found = async ({ database }: TestApp): Promise<{ name: string; definition: string }[]> =>
  (
    await database.pool.query<{ name: string; definition: string }>(
      `SELECT t.relname AS table, i.relname AS name, replace(replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON '), current_schema() || '.', '') AS definition
       FROM pg_index JOIN pg_class i ON i.oid = indexrelid JOIN pg_class t ON t.oid = indrelid
       WHERE indisvalid AND i.relname LIKE '%\\_grams' AND NOT i.relispartition`,
    )
  ).rows.toSorted((one, other) => (one.name < other.name ? -1 : 1));

/** Runs the index job now. */
async function finish({ server, database }: TestApp): Promise<void> {
  await server.jobs.start();
  await database.pool.query("UPDATE sys_job SET run_time = now() WHERE kind = 'finish-indexes'");
  await server.jobs.runDue();
}

it('the search indexes match the declarations, and a node builds those that a killed restore left out', async () => {
  const before = await found(app);
  expect(before).toEqual(gramIndexes(office.resources).toSorted((one, other) => (one.name < other.name ? -1 : 1)));
  await app.database.pool.query(
    'DROP INDEX sys_user_grams; DROP INDEX sys_log_opt_grams; CREATE INDEX sys_log_opt_grams ON sys_log_opt (id)',
  );
  if (app.database.kind === 'postgresql')
    await app.database.pool.query("UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'sys_log_opt_grams'::regclass");
  await finish(app);
  expect(await found(app)).toEqual(before);
});

describe('a module of a company', () => {
  const boat = (grams: readonly ('boatName' | 'boatKind')[]) =>
    defineResource({
      name: 'acme/boat',
      title: '船',
      table: 'acme_boat',
      label: 'boatName',
      fields: {
        boatName: { kind: 'text', label: '船名', required: true, max: 50, log: 'plain' },
        boatKind: { kind: 'text', label: '船型', max: 50, log: 'plain' },
      },
      list: ['boatName', 'boatKind'],
      form: ['boatName', 'boatKind'],
      sort: 'createTime:desc',
      browse: { find: ['boatName', 'boatKind'], grams, counted: true },
    });
  const tables = `
    CREATE TABLE acme_boat (
      id uuid PRIMARY KEY, version integer NOT NULL DEFAULT 1, create_time timestamptz NOT NULL DEFAULT now(), create_user uuid,
      update_time timestamptz NOT NULL DEFAULT now(), update_user uuid, boat_name text NOT NULL, boat_kind text, label_pinyin text);
    INSERT INTO acme_boat (id, boat_name) SELECT gen_random_uuid(), '早有的船' || n FROM generate_series(1, 7) n;`;
  const open = (grams: Parameters<typeof boat>[0], counts = "SELECT keep_row_count('acme_boat');"): Promise<TestApp> =>
    openModuleApp(
      { name: 'acme', features: [{ name: 'boats', resources: [boat(grams)], menu: [] }], menu: [] },
      { name: 'acme', migrations: migrationsOf({ '0001-boats': tables + counts }), features: [{ name: 'boats' }] },
    );

  it('gets the search indexes that it declares, and its list finds and counts with them', async () => {
    const company = await open(['boatName']);
    try {
      const { token } = await company.signIn('admin', company.database.adminPassword);
      await finish(company);
      expect((await found(company)).find(({ name }) => name === 'acme_boat_grams')?.definition).toContain(
        'USING gin (grams(boat_name), grams(label_pinyin))',
      );
      for (const boatName of ['远望号', '雪龙号', '向阳红'])
        expect((await company.call(token, 'POST', 'acme/boat/save', { boatName, boatKind: '科考船' })).code).toBe(20000);
      const totalOf = async (query = ''): Promise<number> =>
        (await company.call<{ total: number }>(token, 'GET', `acme/boat/select-page?${query}`)).data.total;
      expect(await Promise.all([totalOf(), totalOf('search=望号'), totalOf('search=xuelong'), totalOf('search=科考')])).toEqual([
        10, 1, 1, 3,
      ]);
      const { items } = (await company.call<{ items: { id: string }[] }>(token, 'GET', 'acme/boat/select-page?search=远望')).data;
      await company.call(token, 'DELETE', `acme/boat/delete/${items[0]?.id}`);
      expect(await totalOf()).toBe(9);
    } finally {
      await company.drop();
    }
  });

  it('gets its search indexes rebuilt when another release declares other fields', async () => {
    const company = await open(['boatName', 'boatKind']);
    try {
      await company.database.pool.query('CREATE INDEX acme_boat_grams ON acme_boat USING gin (grams(boat_name))');
      await finish(company);
      expect((await found(company)).find(({ name }) => name === 'acme_boat_grams')?.definition).toContain(
        'USING gin (grams(boat_name), grams(boat_kind), grams(label_pinyin))',
      );
    } finally {
      await company.drop();
    }
  });

  it('stops the start if a table that it declares as counted is not counted', async () => {
    await expect(open([], '')).rejects.toThrow(
      "acme/boat.browse.counted: nothing counts the rows of acme_boat: say so in a migration, SELECT keep_row_count('acme_boat')",
    );
  });
});
