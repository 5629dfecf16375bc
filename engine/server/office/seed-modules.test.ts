import { office } from '@back-office/app/office.ts';
import { modules } from '@back-office/app/server/modules.ts';
import { openTestDatabase, type TestDatabase } from '@back-office/app/testing/server/test-database.ts';
import { insertDictionaries } from '@back-office/sys/seed/insert-dictionaries.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { StartError } from '../platform/start-error.ts';
import { seedModules } from './seed-modules.ts';
import type { Seeding } from './server-module.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

const start = (seed: (seeding: Seeding) => Promise<void>) =>
  seedModules(database, { office, modules: [...modules, { name: 'acme', features: [], seed }] });
const refusal = async (seed: (seeding: Seeding) => Promise<void>): Promise<string> => {
  const error: unknown = await start(seed).catch((thrown: unknown) => thrown);
  if (!(error instanceof StartError)) throw new Error('No refusal', { cause: error });
  return error.message;
};
const refused = 'The first records of the module acme could not be put in, and none of them was kept: ';

it('says which module’s seed failed, and why', async () => {
  await database.db
    .insertInto('sys_dict')
    .values({ dictLabel: '状态', dictValue: 'acme_state', dictValueType: 'String', dictStatus: '正常', id: sql<string>`gen_random_uuid()` })
    .execute();
  const message = await refusal(async ({ db, isNew }) => {
    if (await isNew('words')) await insertDictionaries(db, [{ label: '状态', value: 'acme_state', entries: '草稿' }]);
  });
  expect(message).toContain(`${refused}The dictionary acme_state (状态) is there already: take it out of the seed`);
  expect(await refusal(({ db }) => sql`INSERT INTO acme_none VALUES (1)`.execute(db).then(() => undefined))).toBe(
    `${refused}relation "acme_none" does not exist`,
  );
});

it('keeps the trace of an error that is not the database’s', async () => {
  const message = await refusal(() => Promise.reject(new TypeError('no words')));
  expect(message).toMatch(new RegExp(`^${refused}TypeError: no words\n +at .*seed-modules\\.test\\.ts`));
});

it('still tries again after a deadlock, and puts a set in once when nodes start together', async () => {
  let runs = 0;
  const seed = async ({ db, isNew }: Seeding): Promise<void> => {
    const isFirst = await isNew('kinds');
    runs += 1;
    if (runs === 1) throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
    if (isFirst) await insertDictionaries(db, [{ label: '种类', value: 'acme_kind', entries: '甲' }]);
  };
  await Promise.all([start(seed), start(seed), start(seed)]);
  expect(runs).toBe(4);
  expect(await database.db.selectFrom('sys_dict').select('dictLabel').where('dictValue', '=', 'acme_kind').execute()).toHaveLength(1);
});
