import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Database } from '@back-office/server/platform/database/database.ts';
import { StartError } from '@back-office/server/platform/start-error.ts';
import type { Batch, Table } from './read-tables.ts';

/** Inserts rows into empty tables; throws a StartError for rows of a table that is not among these. */
export async function loadRows(
  client: pg.ClientBase,
  kind: Database['kind'],
  tables: readonly Table[],
  batches: AsyncIterable<Batch>,
): Promise<void> {
  const known = new Map(tables.map((table) => [table.name, table]));
  const tableOf = (name: string): Table => {
    const table = known.get(name);
    if (table === undefined) throw new StartError(`There are rows of ${name}, which is no table of the migrations that are named.`);
    return table;
  };
  // COPY waits for its client in the middle of a statement, which the embedded database does not support.
  if (kind === 'embedded') for await (const { table, rows } of batches) await insertRows(client, tableOf(table), rows);
  else await copyAll(client, tableOf, batches);
}

async function copyAll(client: pg.ClientBase, tableOf: (name: string) => Table, batches: AsyncIterable<Batch>): Promise<void> {
  const iterator = batches[Symbol.asyncIterator]();
  let current = await iterator.next();
  while (current.done !== true) {
    const table = tableOf(current.value.table);
    const lines = async function* (): AsyncGenerator<string> {
      for (; current.done !== true && current.value.table === table.name; current = await iterator.next())
        yield copyText(table, current.value.rows);
    };
    const columns = table.columns.map(({ name }) => pg.escapeIdentifier(name)).join(', ');
    // FREEZE: nobody sees the rows before they are committed, and no later vacuum has to visit them. PostgreSQL refuses it for partitioned tables.
    const statement = `COPY ${pg.escapeIdentifier(table.name)} (${columns}) FROM STDIN${table.isParted ? '' : ' WITH (FREEZE)'}`;
    await pipeline(Readable.from(lines(), { objectMode: false }), client.query(copyFrom(statement)));
  }
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Rows, each an object of the columns' texts, in the format of COPY. */
function copyText({ columns }: Table, rows: readonly string[]): string {
  let text = '';
  for (const row of rows) {
    const values = JSON.parse(row) as Record<string, string | null>;
    let line = '';
    for (const { name } of columns) {
      const value = values[name] ?? null;
      line += `${line === '' ? '' : '\t'}${value === null ? '\\N' : value.replaceAll(/[\\\n\r\t]/g, (sign) => escapes[sign] ?? sign)}`;
    }
    text += `${line}\n`;
  }
  return text;
}

async function insertRows(client: pg.ClientBase, table: Table, rows: readonly string[]): Promise<void> {
  const columns = table.columns.map(({ name, type }) => ({ name: pg.escapeIdentifier(name), type }));
  await client.query(
    `INSERT INTO ${pg.escapeIdentifier(table.name)} (${columns.map(({ name }) => name).join(', ')})
     SELECT ${columns.map(({ name, type }) => `${name}::${type}`).join(', ')}
     FROM json_to_recordset($1::json) AS r(${columns.map(({ name }) => `${name} text`).join(', ')})`,
    [`[${rows.join(',')}]`],
  );
}
