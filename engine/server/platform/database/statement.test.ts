import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '@back-office/app/testing/server/test-database.ts';
import { isStalePlan } from './database-errors.ts';
import { maxPlanned, planNameOf } from './planned.ts';
import { given, Statement, statementFor } from './statement.ts';
import { withTransaction } from './with-transaction.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await database.pool.query('drop table if exists box; create table box (id int primary key, n int)');
  await database.pool.query('insert into box values (1, 10), (2, 20)');
});
afterAll(() => database.drop());

/** The prepared statements of the only connection whose text has this part. */
const preparedLike = async (part: string): Promise<{ text: string }[]> => {
  const { rows } = await database.pool.query<{ text: string }>(
    'select statement as text from pg_prepared_statements where strpos(statement, $1) > 0',
    [part],
  );
  return rows;
};

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

  it('stays planned while it is used, whatever others are run, and those keep their plans only while they are among the last 500', async () => {
    const frequent = boxOf();
    const textOf = (at: number) => `SELECT ${at} AS at FROM box WHERE id = $1`;
    await frequent.run(database.db, { id: 1 });
    const [first] = await preparedLike('n >= ');
    const frequentText = first?.text ?? '';
    const name = planNameOf(frequentText);
    for (let at = 0; at < maxPlanned * 2.5; at += 1) {
      const other = new Statement(() => sql`SELECT ${sql.lit(at)} AS at FROM box WHERE id = ${given('id')}`);
      expect(await other.run(database.db, { id: 1 })).toEqual([{ at }]);
      if (at % 100 === 0) expect(await frequent.run(database.db, { id: 1 })).toEqual([{ n: 10 }]);
    }
    expect(name).toBeDefined();
    expect(planNameOf(frequentText)).toBe(name);
    expect([planNameOf(textOf(0)), planNameOf(textOf(maxPlanned * 2.5 - 1))]).toEqual([undefined, expect.any(String)]);
    const prepared = await preparedLike('');
    expect(prepared.length).toBeLessThanOrEqual(maxPlanned);
    expect(prepared.map(({ text }) => text)).toContain(frequentText);
  });

  it('is planned again when it is used after 500 others', async () => {
    const statement = boxOf();
    await statement.run(database.db, { id: 1 });
    for (let at = 0; at <= maxPlanned; at += 1)
      await new Statement(() => sql`SELECT ${sql.lit(at)} FROM box WHERE n = ${given('id')}`).run(database.db, { id: 1 });
    expect(await preparedLike('n >= ')).toEqual([]);
    for (const id of [1, 2]) expect(await statement.run(database.db, { id })).toEqual([{ n: id * 10 }]);
    expect(await preparedLike('n >= ')).toHaveLength(1);
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

  it('is built again after 200 others of the same objects, and kept as long as it is used', () => {
    const object = {};
    const build = () => sql`SELECT 1`;
    const [used, unused] = ['used', 'unused'].map((name) => statementFor([object], name, build));
    for (let at = 0; at < 300; at += 1) {
      statementFor([object], `other ${at}`, build);
      expect(statementFor([object], 'used', build)).toBe(used);
    }
    expect(statementFor([object], 'unused', build)).not.toBe(unused);
  });
});
