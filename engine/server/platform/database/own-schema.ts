import pg, { type ClientBase } from 'pg';

/** The schema of a new database; one that was made in another keeps that (docs/decisions/0100-a-schema-of-its-own.md). */
export const ownSchema = 'office';

/** In which schema the tables of one database stand, once a connection has asked. */
export interface SchemaPlace {
  name?: string;
}

/** A table of that name of somebody else has no checksums. */
const placeQuery = `SELECT n.nspname AS name FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relname = 'schema_migration' AND (n.nspname IN ($1, 'public') OR n.nspname = ANY (current_schemas(false)))
    AND EXISTS (SELECT FROM pg_catalog.pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'checksum' AND NOT a.attisdropped)
  ORDER BY n.nspname = $1 DESC, array_position(current_schemas(false), n.nspname) LIMIT 1`;

/** The schema that the history of migrations stands in, or ours where there is none yet. Asked once for a place. */
export async function findSchema(client: Pick<ClientBase, 'query'>, place: SchemaPlace = {}): Promise<string> {
  if (place.name !== undefined) return place.name;
  const { rows } = await client.query<{ name: string }>(placeQuery, [ownSchema]);
  place.name = rows[0]?.name ?? ownSchema;
  return place.name;
}

/**
 * Where sessions look for a name, and make what they make: in the schema, before a catalogue that may hold the same name, and last
 * of all among the temporary tables, which others leave in sessions that are shared.
 */
export function searchPath(schema: string): string {
  return `${/^[a-z_][a-z0-9_]*$/.test(schema) ? schema : pg.escapeIdentifier(schema)}, pg_catalog, pg_temp`;
}

/** The first name of a session's search path, as SQL: what `current_schema()` is once that schema is there. */
export const firstSchema = `to_regnamespace(replace(current_setting('search_path'), ', pg_catalog, pg_temp', ''))`;

/** Makes the schema that a session begins its search with, where it is not there. Nothing is asked of a user who need not make it. */
export async function makeSchema(client: Pick<ClientBase, 'query'>): Promise<void> {
  const { rows } = await client.query<{ isMissing: boolean }>(`SELECT ${firstSchema} IS NULL AS "isMissing"`);
  if (rows[0]?.isMissing === true) await client.query(`CREATE SCHEMA ${ownSchema}`);
}
