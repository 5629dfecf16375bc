import { CamelCasePlugin, type DatabaseConnection, Kysely, type KyselyProps, PostgresDialect, Transaction } from 'kysely';
import type pg from 'pg';
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

/** A connection of the database that the builder is of, and the builder over this connection alone. */
export async function reserve<Schema>(db: Kysely<Schema>): Promise<{ client: pg.PoolClient; transaction: Transaction<Schema> }> {
  const source = sources.get(db);
  if (source === undefined) throw new Error('A transaction was begun on what is no database, such as another transaction.');
  const client = await source.pool.connect();
  const connection = over(client);
  const executor = db.getExecutor().withConnectionProvider({ provideConnection: (consume) => consume(connection) });
  return { client, transaction: new Transaction<Schema>({ ...source, executor }) };
}

const over = (client: pg.PoolClient): DatabaseConnection => ({
  executeQuery: async ({ sql, parameters }) => {
    const { rows, rowCount } = await client.query(sql, [...parameters]);
    return { rows, ...(rowCount === null ? {} : { numAffectedRows: BigInt(rowCount) }) };
  },
  streamQuery: () => {
    throw new Error('No statement is streamed in a transaction.');
  },
});
