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

/** The builder's own way to name columns, whose published type keeps it to itself. */
class CamelCase extends CamelCasePlugin {
  nameOf(column: string): string {
    return this.camelCase(column);
  }
}

// Keys inside jsonb are data and stay as they are.
const camelCase = new CamelCase({ maintainNestedObjectKeys: true });

/** What the builder calls a column. */
export const nameOf = (column: string): string => camelCase.nameOf(column);

interface Source extends Omit<KyselyProps, 'executor'> {
  readonly pool: pg.Pool;
}
const sources = new WeakMap<object, Source>();

/** The builder over a pool's connections; columns are in camel case. */
export function makeKysely(pool: pg.Pool): Kysely<Tables> {
  const dialect = new PostgresDialect({ pool });
  const config = { dialect, plugins: [camelCase] };
  const db = new Kysely<Tables>(config);
  sources.set(db, { pool, config, dialect, driver: dialect.createDriver() });
  return db;
}

/**
 * The builder over a replica's connections. What fails there is asked of the primary, unless it took too long, and `failed`
 * is told; transactions are the primary's.
 */
export function makeReader(replica: pg.Pool, primary: pg.Pool, failed: (error: unknown) => void): Kysely<Tables> {
  const ask = async <Row>(pool: pg.Pool, query: CompiledQuery): Promise<QueryResult<Row>> => {
    const client = await pool.connect();
    try {
      const result = await over(client).executeQuery<Row>(query);
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
        failed(error);
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

/** Whether a transaction has ended: what is asked of it then would be kept for itself, or in another transaction. */
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

/** A connection of the database that the builder is of, and the builder over this connection alone, until `ending` says that it is over. */
export async function reserve<Schema>(db: Kysely<Schema>): Promise<Reserved<Schema>> {
  const client = await sourceOf(db).pool.connect();
  const ending = { isOver: false };
  return { client, transaction: builderOver(db, client, ending), ending };
}

/** The builder over a connection of the database whose transaction somebody else began and ends. */
export function builderOver<Schema>(db: Kysely<Schema>, client: pg.PoolClient, ending?: Ending): Transaction<Schema> {
  const connection = over(client, ending);
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

const over = (client: pg.PoolClient, ending?: Ending): DatabaseConnection => ({
  executeQuery: async ({ sql, parameters }) => {
    if (ending !== undefined) refuseAfter(ending);
    const { rows, rowCount } = await client.query(sql, [...parameters]);
    return { rows, ...(rowCount === null ? {} : { numAffectedRows: BigInt(rowCount) }) };
  },
  streamQuery: notStreamed,
});
