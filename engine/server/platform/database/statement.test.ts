import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '@back-office/app/testing/server/test-database.ts';
import { isStalePlan } from './database-errors.ts';
import { forgetPlans } from './planned.ts';
import { given, Statement, statementFor } from './statement.ts';
import { withTransaction } from './with-transaction.ts';

let database: TestDatabase;
let restorePlans: () => void;
beforeAll(async () => {
  restorePlans = forgetPlans();
  database = await openTestDatabase();
});
beforeEach(async () => {
  await database.pool.query('drop table if exists box; create table box (id int primary key, n int)');
  await database.pool.query('insert into box values (1, 10), (2, 20)');
});
afterAll(async () => {
  restorePlans();
  await database.drop();
});

const boxOf = () => new Statement(() => sql<{ n: unknown }>`SELECT n FROM box WHERE id = ${given('id')}::int AND n >= ${5}`);

describe('a statement', () => {
  it('takes other values at each run, and is built at the first only', async () => {
    let built = 0;
    const statement = new Statement(() => {
      built += 1;
      return sql<{ n: number }>`SELECT n FROM box WHERE id = ${given('id')}::int`;
    });
    expect(await statement.run(database.db, { id: 1 })).toEqual([{ n: 10 }]);
    expect(await statement.run(database.db, { id: 2 })).toEqual([{ n: 20 }]);
    expect(built).toBe(1);
  });

  it('may come from the query builder, and names columns as all others do', async () => {
    const statement = new Statement(() =>
      database.db.selectFrom('sys_user').select('userAccount').where('userAccount', '=', given<string>('account')),
    );
    expect(await statement.run(database.db, { account: 'admin' })).toEqual([{ userAccount: 'admin' }]);
  });

  it('is planned once per connection', async () => {
    const statement = boxOf();
    await withTransaction(database.db, async (transaction) => {
      for (const id of [1, 2, 1]) await statement.run(transaction, { id });
      const { rows } = await sql`select from pg_prepared_statements where statement ~ 'n >= '`.execute(transaction);
      expect(rows.length).toBe(1);
    });
  });

  it('is planned again if a column type under its plan has changed', async () => {
    const statement = boxOf();
    await statement.run(database.db, { id: 1 });
    await database.pool.query(
      'alter table box alter column n type text; alter table box drop column n; alter table box add n bigint default 7',
    );
    expect(await statement.run(database.db, { id: 1 })).toEqual([{ n: 7 }]);
  });

  it('is planned again inside a transaction too, which is run once more for it', async () => {
    const statement = boxOf();
    await statement.run(database.db, { id: 1 });
    await database.pool.query('alter table box drop column n; alter table box add n numeric default 8');
    let runs = 0;
    const rows = await withTransaction(database.db, (transaction) => {
      runs += 1;
      return statement.run(transaction, { id: 1 });
    });
    expect(rows).toEqual([{ n: 8 }]);
    expect(runs).toBeLessThanOrEqual(2);
  });

  it('that is invalid fails with the error of the database, each time', async () => {
    const statement = new Statement(() => sql`SELECT lid FROM box WHERE id = ${given('id')}`);
    for (let time = 0; time < 2; time += 1)
      await expect(statement.run(database.db, { id: 1 })).rejects.toThrow('column "lid" does not exist');
    expect(await boxOf().run(database.db, { id: 1 })).toEqual([{ n: 10 }]);
  });

  it('is not treated as stale for its error message, which depends on the language of the server', async () => {
    const alike = new Statement(() =>
      sql.raw(`DO $$ BEGIN
      RAISE EXCEPTION 'cached plan must not change result type' USING ERRCODE = '0A000'; END $$`),
    );
    expect(isStalePlan(await alike.run(database.db).catch((error: unknown) => error))).toBe(false);
  });

  it('stays usable on each connection after a value that cannot be serialised', async () => {
    const statement = boxOf();
    const circle: { self?: unknown } = {};
    circle.self = circle;
    for (const id of [1, circle, 1]) {
      const run = await statement.run(database.db, { id }).catch((error: Error) => error.message);
      expect(run).toEqual(id === circle ? expect.stringContaining('circular') : [{ n: 10 }]);
    }
  });
});

describe('a statement cached for the objects it is built from', () => {
  it('is reused for the same objects and name, and for no others', () => {
    const [one, other] = [{}, {}];
    const build = () => sql`SELECT 1`;
    const kept = statementFor([one, other], 'select', build);
    expect(statementFor([one, other], 'select', build)).toBe(kept);
    for (const [objects, name] of [
      [[one], 'select'],
      [[other, one], 'select'],
      [[one, {}], 'select'],
      [[one, other], 'insert'],
    ] as const)
      expect(statementFor(objects, name, build)).not.toBe(kept);
  });
});
