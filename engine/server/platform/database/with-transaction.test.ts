import { type Kysely, sql } from 'kysely';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '@back-office/app/testing/server/test-database.ts';
import { isForeignKeyViolation, isUnavailable, isUniqueViolation, OutcomeUnknown } from './database-errors.ts';
import { replanStatement, planNameOf } from './planned.ts';
import type { PlanningClient } from './planning-client.ts';
import { given, Statement } from './statement.ts';
import type { Tables } from './tables.ts';
import { withTransaction } from './with-transaction.ts';

interface Breakable {
  connection: { stream: { destroy(error?: Error): void } };
}
interface PoolInside {
  _clients: (PoolClient & Breakable)[];
  _idle: { client: PoolClient }[];
}
let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.pool.query(
    'create table box (id int primary key, inside int references box deferrable initially deferred, n int default 0)',
  );
});
beforeEach(async () => {
  await database.pool.query('delete from box; insert into box (id) values (1), (2)');
});
afterAll(() => database.drop());

const ids = async () => (await database.pool.query('select id from box order by id')).rows.map(({ id }) => id);

it('commits all changes or none', async () => {
  const failed = withTransaction(database.db, async (transaction) => {
    await sql`insert into box (id) values (3)`.execute(transaction);
    await sql`insert into box (id) values (1)`.execute(transaction);
  });
  expect(isUniqueViolation(await failed.catch((error: unknown) => error))).toBe(true);
  expect(await ids()).toEqual([1, 2]);
  const result = await withTransaction(database.db, async (transaction) => {
    await sql`insert into box (id) values (3)`.execute(transaction);
    return 'kept';
  });
  expect(result).toBe('kept');
  expect(await ids()).toEqual([1, 2, 3]);
});

it('reports errors that only COMMIT finds, and returns the connection to the pool', async () => {
  for (let i = 0; i < 12; i++) {
    const failed = withTransaction(database.db, (transaction) => sql`insert into box (id, inside) values (5, 99)`.execute(transaction));
    expect(isForeignKeyViolation(await failed.catch((error: unknown) => error))).toBe(true);
  }
  expect(await ids()).toEqual([1, 2]);
});

it('runs again after a deadlock, at most three times', async () => {
  const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' });
  let runs = 0;
  const stubborn = withTransaction(database.db, async (transaction) => {
    runs++;
    await sql`update box set n = n + 1`.execute(transaction);
    throw deadlock;
  });
  await expect(stubborn).rejects.toBe(deadlock);
  expect(runs).toBe(4);
  runs = 0;
  await withTransaction(database.db, async (transaction) => {
    await sql`update box set n = n + 1`.execute(transaction);
    if (runs++ < 2) throw deadlock;
  });
  expect((await database.pool.query('select n from box')).rows).toEqual([{ n: 1 }, { n: 1 }]);
});

it.skipIf(!process.env.TEST_DATABASE_URL)('survives real deadlocks', async () => {
  const add = (first: number, second: number) =>
    withTransaction(database.db, async (transaction) => {
      for (const id of [first, second]) await sql`update box set n = n + 1 where id = ${id}`.execute(transaction);
    });
  await Promise.all(Array.from({ length: 4 }, (_, i) => (i % 2 ? add(1, 2) : add(2, 1))));
  expect((await database.pool.query('select sum(n) from box')).rows).toEqual([{ sum: 8 }]);
});

it('reports an unknown outcome when the connection breaks during COMMIT', async () => {
  const broken = withTransaction(database.db, async (transaction) => {
    await sql`insert into box (id) values (7)`.execute(transaction);
    const { _clients: clients } = database.pool as unknown as PoolInside;
    clients.find((client) => client.getTransactionStatus() === 'T')?.connection.stream.destroy();
  });
  const error = await broken.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(OutcomeUnknown);
  expect(isUnavailable(error)).toBe(true);
  expect(await ids()).toEqual([1, 2]);
});

it('reports an unknown outcome whatever made the connection break', async () => {
  const broken = withTransaction(database.db, async (transaction) => {
    await sql`insert into box (id) values (7)`.execute(transaction);
    const { _clients: clients } = database.pool as unknown as PoolInside;
    const { stream } = clients.find((client) => client.getTransactionStatus() === 'T')?.connection ?? {};
    process.nextTick(() => stream?.destroy(new Error('decryption failed or bad record mac')));
  });
  expect(await broken.catch((reason: unknown) => reason)).toBeInstanceOf(OutcomeUnknown);
});

it('does not report a commit if the transaction was never begun', async () => {
  replanStatement('begin');
  const client = await database.pool.connect();
  await client.query(`prepare "${planNameOf('begin')}" as select 1`);
  client.release();
  const insert = new Statement(() => sql`insert into box (id) values (${given('id')}::int)`);
  const halved = withTransaction(database.db, async (transaction) => {
    await insert.send(transaction, { id: 3 });
    await sql`insert into box (id) values (4)`.execute(transaction);
  });
  expect(await halved.catch((reason: unknown) => reason)).toBeInstanceOf(OutcomeUnknown);
  await database.pool.query(`deallocate "${planNameOf('begin')}"`);
  expect(await withTransaction(database.db, (transaction) => insert.run(transaction, { id: 5 }))).toEqual([]);
});

it.skipIf(!process.env.TEST_DATABASE_URL)(
  'does not return a connection to the pool that was terminated after COMMIT was answered',
  async () => {
    const insert = new Statement(() => sql`insert into box (id) values (7)`);
    const acquired = new Promise<PlanningClient>((resolve) =>
      database.pool.once('acquire', (client) => resolve(client as unknown as PlanningClient)),
    );
    const released = new Promise((resolve) => database.pool.once('release', resolve));
    const endAfterCommit = async () => {
      const client = await acquired;
      for (let time = 0; time < 50; time++) await Promise.resolve();
      await client.execute('select pg_terminate_backend(pg_backend_pid())', []);
    };
    let ended: Promise<unknown> | undefined;
    await withTransaction(database.db, async (transaction) => {
      await insert.run(transaction);
      ended = endAfterCommit().catch((error: { code: string }) => error.code);
    });
    expect(await ended).toBe('57P01');
    expect(await released).toBe(true);
    expect(await ids()).toEqual([1, 2, 7]);
  },
);

it('keeps nothing written by a part that continues after the transaction has failed', async () => {
  const insert = new Statement(() => sql`insert into box (id) values (${given('id')}::int)`);
  const asks: ((transaction: Kysely<Tables>) => Promise<unknown>)[] = [
    (transaction) => insert.run(transaction, { id: 3 }),
    (transaction) => insert.send(transaction, { id: 3 }),
    (transaction) => sql`insert into box (id) values (3)`.execute(transaction),
  ];
  for (const ask of asks) {
    let late: Promise<unknown> | undefined;
    let goOn: (value: unknown) => void = () => undefined;
    const failed = new Promise((resolve) => (goOn = resolve));
    const work = withTransaction(database.db, (transaction) => {
      late = failed.then(() => ask(transaction));
      return insert.run(transaction, { id: 1 });
    });
    await work.catch(() => undefined);
    goOn(undefined);
    await expect(late).rejects.toThrow('has ended');
    expect(await ids()).toEqual([1, 2]);
  }
});

it.skipIf(inject('testTemplate').kind !== 'embedded')('does not wait forever for a second connection inside a transaction', async () => {
  database.pool.options.connectionTimeoutMillis = 300;
  const error = await withTransaction(database.db, () => sql`select 1`.execute(database.db)).catch((reason: unknown) => reason);
  expect(isUnavailable(error)).toBe(true);
  expect(await ids()).toEqual([1, 2]);
});

describe('a statement sent without waiting for its answer', () => {
  const insert = new Statement(() => sql`insert into box (id) values (${given('id')}::int)`);
  const count = new Statement(() => sql<{ count: number }>`select count(*) as count from box`);

  it('reaches the database before the statements after it', async () => {
    const rows = await withTransaction(database.db, async (transaction) => {
      await insert.send(transaction, { id: 3 });
      const counted = count.run(transaction);
      await insert.send(transaction, { id: 4 });
      return [await counted, await count.run(transaction)];
    });
    expect(rows).toEqual([[{ count: 3 }], [{ count: 4 }]]);
    expect(await ids()).toEqual([1, 2, 3, 4]);
  });

  it('fails the transaction, which keeps nothing, whatever else succeeds or fails in it', async () => {
    const before = async (transaction: Kysely<Tables>) => {
      await insert.send(transaction, { id: 3 });
      await insert.send(transaction, { id: 1 });
    };
    for (const after of [() => undefined, (transaction: Kysely<Tables>) => insert.send(transaction, { id: 4 }), count.run.bind(count)]) {
      const failed = withTransaction(database.db, async (transaction) => {
        await before(transaction);
        await after(transaction);
      });
      expect(isUniqueViolation(await failed.catch((error: unknown) => error))).toBe(true);
      expect(await ids()).toEqual([1, 2]);
    }
  });

  it('has the transaction run again if it met a deadlock', async () => {
    let runs = 0;
    const deadlock = new Statement(() => sql`do $$ begin raise exception 'deadlock detected' using errcode = '40P01'; end $$`);
    await withTransaction(database.db, async (transaction) => {
      await insert.send(transaction, { id: 3 });
      if (runs++ === 0) await deadlock.send(transaction);
    });
    expect([runs, await ids()]).toEqual([2, [1, 2, 3]]);
  });

  it('leaves the outcome unknown when the connection breaks before its answer', async () => {
    const broken = withTransaction(database.db, async (transaction) => {
      await insert.send(transaction, { id: 7 });
      await insert.send(transaction, { id: 8 });
      const { _clients: clients, _idle: idle } = database.pool as unknown as PoolInside;
      const working = clients.filter((client) => !idle.some((waiting) => waiting.client === client));
      expect(working).toHaveLength(1);
      process.nextTick(() => working[0]?.connection.stream.destroy());
    });
    expect(await broken.catch((reason: unknown) => reason)).toBeInstanceOf(OutcomeUnknown);
  });

  it('is waited for outside a transaction', async () => {
    await insert.send(database.db, { id: 3 });
    expect(isUniqueViolation(await insert.send(database.db, { id: 3 }).catch((error: unknown) => error))).toBe(true);
    // Excludes 7 and 8: the test before leaves open whether, and when, the database stores these.
    expect((await ids()).filter((id) => id < 7)).toEqual([1, 2, 3]);
  });
});
