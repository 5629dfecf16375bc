import { setImmediate } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { openTestDatabase, type TestDatabase } from '@back-office/app/testing/server/test-database.ts';
import { isUniqueViolation } from './database-errors.ts';
import { given, Statement } from './statement.ts';
import type { Tables } from './tables.ts';
import { withTransaction } from './with-transaction.ts';

interface Heard {
  connection: NodeJS.EventEmitter;
}
let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.pool.query('create table box (id int primary key, n int)');
});
beforeEach(async () => {
  await database.pool.query('delete from box; insert into box values (1, 10), (2, 20)');
});
afterAll(() => database.drop());

const insert = new Statement(() => sql`INSERT INTO box VALUES (${given('id')}::int, 0)`);
const all = new Statement(() => sql<{ id: number; n: number }>`SELECT id, n FROM box WHERE id >= ${given('from')}::int ORDER BY id`);
const sleep = new Statement(() => sql`SELECT pg_sleep(0.5)`);

/** How often the database reports this during `work`, on all connections. */
async function countOf(message: string, work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const { _clients: clients } = database.pool as unknown as { _clients: (PoolClient & Heard)[] };
  const hear = () => (count += 1);
  for (const { connection } of clients) connection.on(message, hear);
  await work();
  for (const { connection } of clients) connection.off(message, hear);
  return count;
}

const readTwiceAndInsert = () =>
  withTransaction(database.db, async (transaction) => {
    await insert.send(transaction, { id: 3 });
    const rows = await Promise.all([all.run(transaction, { from: 2 }), all.run(transaction, { from: 3 })]);
    expect(rows).toEqual([
      [
        { id: 2, n: 20 },
        { id: 3, n: 0 },
      ],
      [{ id: 3, n: 0 }],
    ]);
    await sql`DELETE FROM box WHERE id = 3`.execute(transaction);
  });

it('statements sent together, BEGIN included, are answered as one group, and builder queries on their own', async () => {
  expect(await countOf('readyForQuery', readTwiceAndInsert)).toBe(3);
});

it('each statement is described once per connection', async () => {
  for (let time = 0; time < 30; time += 1) await readTwiceAndInsert();
  expect(await countOf('rowDescription', readTwiceAndInsert)).toBe(0);
});

it('statements keep their order among queries of the builder', async () => {
  const found = await withTransaction(database.db, (transaction) =>
    Promise.all([
      all.run(transaction, { from: 2 }),
      sql`UPDATE box SET n = n + 1`.execute(transaction),
      all.run(transaction, { from: 2 }),
      insert.send(transaction, { id: 3 }),
      sql<{ count: number }>`SELECT count(*) FROM box`.execute(transaction).then(({ rows }) => rows),
    ]),
  );
  expect([found[0], found[2], found[4]]).toEqual([[{ id: 2, n: 20 }], [{ id: 2, n: 21 }], [{ count: 3 }]]);
});

it('a group fails from its first failure on: earlier statements are answered, later ones are not run', async () => {
  // A new text each time: a statement that the database skips is not prepared there either.
  for (let time = 0; time < 2; time += 1) {
    const behind = new Statement(() => sql<{ n: number }>`SELECT n + ${time}::int AS n FROM box WHERE id = ${given('id')}::int`);
    const outcomes = await withTransaction(database.db, async (transaction) => {
      const asked = [
        all.run(transaction, { from: 2 }),
        insert.run(transaction, { id: 1 }),
        behind.run(transaction, { id: 1 }),
        behind.run(transaction, { id: 2 }),
      ];
      const settled = await Promise.allSettled(asked);
      throw Object.assign(new Error('undone'), { settled });
    }).catch((error: { settled: PromiseSettledResult<unknown>[] }) => error.settled);
    expect(outcomes.map((one) => (one.status === 'fulfilled' ? one.value : isUniqueViolation(one.reason) || one.reason.code))).toEqual([
      [{ id: 2, n: 20 }],
      true,
      '25P02',
      '25P02',
    ]);
    expect(await withTransaction(database.db, (transaction) => behind.run(transaction, { id: 2 }))).toEqual([{ n: 20 + time }]);
  }
});

it('a group with COMMIT fails with the earlier error, and returns its connection to the pool', async () => {
  for (let time = 0; time < 12; time += 1) {
    const failed = withTransaction(database.db, async (transaction) => {
      await all.run(transaction, { from: 1 });
      await insert.send(transaction, { id: 3 });
      await insert.send(transaction, { id: 1 });
    });
    expect(isUniqueViolation(await failed.catch((error: unknown) => error))).toBe(true);
  }
  expect(await all.run(database.db, { from: 3 })).toEqual([]);
});

it('a value that cannot be serialised fails its own statement, and the others are run', async () => {
  const circle: { self?: unknown } = {};
  circle.self = circle;
  await withTransaction(database.db, async (transaction) => {
    const asked = [all.run(transaction, { from: 2 }), all.run(transaction, { from: circle }), all.run(transaction, { from: 2 })];
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });
});

it('a statement that was planned while its table was small is planned again later', async () => {
  await database.pool.query('create table crowd (id int primary key)');
  await database.pool.query('alter table crowd set (autovacuum_enabled = off)');
  await database.pool.query('insert into crowd values (1); analyze crowd');
  const one = new Statement(() => sql`SELECT id FROM crowd WHERE id = ${given('id')}::int`);
  const scan = async (transaction: Kysely<Tables>) => {
    const { rows } = await sql<{ name: string }>`SELECT name FROM pg_prepared_statements WHERE statement LIKE '%FROM crowd%'`.execute(
      transaction,
    );
    expect(rows).toHaveLength(1);
    const plan = await sql<Record<string, string>>`${sql.raw(`EXPLAIN EXECUTE "${rows[0]?.name}" (1)`)}`.execute(transaction);
    return /\w+(?= Scan)/.exec(Object.values(plan.rows[0] ?? {})[0] ?? '')?.[0];
  };
  await withTransaction(database.db, async (transaction) => {
    const run = async (times: number) => {
      for (let time = 0; time < times; time += 1) expect(await one.run(transaction, { id: 1 })).toEqual([{ id: 1 }]);
    };
    await run(20);
    expect(await scan(transaction)).toBe('Seq');
    await sql`INSERT INTO crowd SELECT generate_series(2, 5000)`.execute(transaction);
    await run(40);
    expect(await scan(transaction)).toBe('Seq');
    await run(20);
    expect(await scan(transaction)).not.toBe('Seq');
  });
  await database.pool.query('drop table crowd');
});

it('a failure before a statement that is being planned again leaves that statement usable', async () => {
  const one = new Statement(() => sql`SELECT n FROM box WHERE id = ${given('id')}::int AND n > 0`);
  await withTransaction(database.db, (transaction) => one.run(transaction, { id: 1 }));
  // The second run of one of these is the 65th on its connection.
  for (let time = 1; time <= 40; time += 1) {
    const failed = withTransaction(database.db, async (transaction) => {
      await one.run(transaction, { id: 1 });
      await Promise.all([insert.run(transaction, { id: 1 }), one.run(transaction, { id: 1 })]);
    });
    expect(isUniqueViolation(await failed.catch((error: unknown) => error))).toBe(true);
    expect(await one.run(database.db, { id: 2 })).toEqual([{ n: 20 }]);
  }
});

it('a statement that is planned again is described again, as its table may have other columns by then', async () => {
  await database.pool.query(`create table shelf (a int, b text, c int); insert into shelf values (1, 'x', 3)`);
  const whole = new Statement(() => sql`SELECT * FROM shelf`);
  await withTransaction(database.db, async (transaction) => {
    for (let time = 0; time < 64; time += 1) expect(await whole.run(transaction)).toEqual([{ a: 1, b: 'x', c: 3 }]);
  });
  await database.pool.query('alter table shelf drop column a');
  for (let time = 0; time < 3; time += 1) {
    const rows = await withTransaction(database.db, (transaction) => Promise.all([whole.run(transaction), whole.run(transaction)]));
    expect(rows).toEqual([[{ b: 'x', c: 3 }], [{ b: 'x', c: 3 }]]);
  }
});

it('a group may contain one statement a thousand times, even if it is planned again among them', async () => {
  const from = new Statement(() => sql`SELECT id FROM box WHERE id >= ${given('from')}::int`);
  for (let time = 0; time < 2; time += 1) {
    const many = Array.from({ length: 1000 }, (_, at) => at);
    const rows = await withTransaction(database.db, (transaction) =>
      Promise.all(many.map((at) => from.run(transaction, { from: (at % 3) + 1 }).then(({ length }) => length))),
    );
    expect(rows).toEqual(many.map((at) => 2 - (at % 3)));
  }
});

it('an empty statement in a group does not shift the rows of the others', async () => {
  const remark = new Statement(() => sql`-- nothing`);
  const found = await withTransaction(database.db, (transaction) =>
    Promise.all([remark.run(transaction), all.run(transaction, { from: 2 }), remark.run(transaction), all.run(transaction, { from: 3 })]),
  );
  expect(found).toEqual([[], [{ id: 2, n: 20 }], [], []]);
});

it('a transaction fails with the causing error, even if a later failure is noticed first', async () => {
  const later = async (asked: Promise<unknown>) => {
    const found = await asked.finally(() => undefined);
    return found;
  };
  for (const again of [
    (db: Kysely<Tables>) => insert.run(db, { id: 1 }),
    (db: Kysely<Tables>) => sql`INSERT INTO box VALUES (1, 0)`.execute(db),
  ]) {
    const failed = withTransaction(database.db, (transaction) =>
      Promise.all([later(later(again(transaction))), all.run(transaction, { from: 2 }), all.run(transaction, { from: 3 })]),
    );
    expect(isUniqueViolation(await failed.catch((error: unknown) => error))).toBe(true);
  }
});

it('the query timeout of a statement ends with its answer', async () => {
  const { _clients: clients } = database.pool as unknown as { _clients: { connectionParameters: { query_timeout?: number } }[] };
  const before = [...clients];
  for (const { connectionParameters } of before) connectionParameters.query_timeout = 150;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  for (const id of [1, 3])
    await withTransaction(database.db, (transaction) => insert.run(transaction, { id })).catch((error: unknown) =>
      isUniqueViolation(error),
    );
  vi.advanceTimersByTime(300);
  vi.useRealTimers();
  await setImmediate();
  const { _clients: after } = database.pool as unknown as { _clients: typeof clients };
  expect(after).toEqual(before);
  const slow = withTransaction(database.db, (transaction) => sleep.run(transaction));
  if (database.kind === 'postgresql') await expect(slow).rejects.toThrow('Query read timeout');
  await slow.catch(() => undefined);
  for (const { connectionParameters } of before) delete connectionParameters.query_timeout;
});
