import {
  CamelCasePlugin,
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  type KyselyProps,
  PostgresDialect,
  type QueryResult,
  Transaction,
} from 'kysely';
import type pg from 'pg';
import { isCancelled, isUnavailable } from './database-errors.ts';
import type { Tables } from './tables.ts';

/** The query builder's own naming of columns, which its published type hides. */
class CamelCase extends CamelCasePlugin {
  nameOf(column: string): string {
    return this.camelCase(column);
  }
}

// Keys inside jsonb are data and stay as they are.
const camelCase = new CamelCase({ maintainNestedObjectKeys: true });

/** The query builder's name of a column. */
export const nameOf = (column: string): string => camelCase.nameOf(column);

interface Source extends Omit<KyselyProps, 'executor'> {
  readonly pool: pg.Pool;
}
const sources = new WeakMap<object, Source>();

/** The query builder over a pool's connections; column names are in camel case. */
export function makeKysely(pool: pg.Pool): Kysely<Tables> {
  const dialect = new PostgresDialect({ pool });
  const config = { dialect, plugins: [camelCase] };
  const db = new Kysely<Tables>(config);
  sources.set(db, { pool, config, dialect, driver: dialect.createDriver() });
  return db;
}

/**
 * The query builder over a replica's connections. Statements that fail there run on the primary, unless they took too
 * long, and `onFailure` is called; transactions run on the primary.
 */
export function makeReader(replica: pg.Pool, primary: pg.Pool, onFailure: (error: unknown) => void): Kysely<Tables> {
  const ask = async <Row>(pool: pg.Pool, query: CompiledQuery): Promise<QueryResult<Row>> => {
    const client = await pool.connect();
    try {
      const result = await connectionOver(client).executeQuery<Row>(query);
      client.release();
      return result;
    } catch (error) {
      client.release(isUnavailable(error));
      throw error;
    }
  };
  const connection: DatabaseConnection = {
    executeQuery: <Row>(query: CompiledQuery) =>
      ask<Row>(replica, query).catch((error: unknown) => {
        if (isCancelled(error)) throw error;
        onFailure(error);
        return ask<Row>(primary, query);
      }),
    streamQuery: notStreamed,
  };
  const base = makeKysely(primary);
  const source = sourceOf(base);
  const executor = base.getExecutor().withConnectionProvider({ provideConnection: (consume) => consume(connection) });
  const db = new Kysely<Tables>({ ...source, executor });
  sources.set(db, source);
  return db;
}

/** Whether a transaction has ended: a later statement would run on its own, or in another transaction. */
export interface Ending {
  isOver: boolean;
}

export function refuseAfter({ isOver }: Ending): void {
  if (isOver) throw new Error('A statement was asked of a transaction that has ended.');
}

interface Reserved<Schema> {
  readonly client: pg.PoolClient;
  readonly transaction: Transaction<Schema>;
  readonly ending: Ending;
}

/** Reserves a connection of the builder's database, with a builder over this connection alone, until `ending` says that it is over. */
export async function reserve<Schema>(db: Kysely<Schema>): Promise<Reserved<Schema>> {
  const client = await sourceOf(db).pool.connect();
  const ending = { isOver: false };
  return { client, transaction: builderOver(db, client, ending), ending };
}

/** The query builder over a connection of the database on which the caller begins and ends the transaction. */
export function builderOver<Schema>(db: Kysely<Schema>, client: pg.PoolClient, ending?: Ending): Transaction<Schema> {
  const connection = connectionOver(client, ending);
  const executor = db.getExecutor().withConnectionProvider({ provideConnection: (consume) => consume(connection) });
  return new Transaction<Schema>({ ...sourceOf(db), executor });
}

function sourceOf(db: object): Source {
  const source = sources.get(db);
  if (source === undefined) throw new Error('A transaction was begun on what is no database, such as another transaction.');
  return source;
}

const notStreamed: DatabaseConnection['streamQuery'] = () => {
  throw new Error('No statement is streamed.');
};

const connectionOver = (client: pg.PoolClient, ending?: Ending): DatabaseConnection => ({
  executeQuery: async ({ sql, parameters }) => {
    if (ending !== undefined) refuseAfter(ending);
    const { rows, rowCount } = await client.query(sql, [...parameters]);
    return { rows, ...(rowCount === null ? {} : { numAffectedRows: BigInt(rowCount) }) };
  },
  streamQuery: notStreamed,
});
