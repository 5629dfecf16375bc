import pg, { type ClientBase } from 'pg';

/** The schema of a new database; one created in another schema keeps that (docs/decisions/0100-a-schema-of-its-own.md). */
export const ownSchema = 'office';

/** The schema of one database's tables, once a connection has found it. */
export interface SchemaPlace {
  name?: string;
}

/** A foreign table of that name has no checksums. */
const placeQuery = `SELECT n.nspname AS name FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relname = 'schema_migration' AND (n.nspname IN ($1, 'public') OR n.nspname = ANY (current_schemas(false)))
    AND EXISTS (SELECT FROM pg_catalog.pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'checksum' AND NOT a.attisdropped)
  ORDER BY n.nspname = $1 DESC, array_position(current_schemas(false), n.nspname) LIMIT 1`;

/** The schema with the history of migrations, or ours if there is none yet. Looked up once per place. */
export async function findSchema(client: Pick<ClientBase, 'query'>, place: SchemaPlace = {}): Promise<string> {
  if (place.name !== undefined) return place.name;
  const { rows } = await client.query<{ name: string }>(placeQuery, [ownSchema]);
  place.name = rows[0]?.name ?? ownSchema;
  return place.name;
}

/**
 * The search path of sessions: the schema comes before the catalogue, which may have the same name, and temporary
 * tables come last, since others leave some in shared sessions.
 */
export function searchPath(schema: string): string {
  return `${/^[a-z_][a-z0-9_]*$/.test(schema) ? schema : pg.escapeIdentifier(schema)}, pg_catalog, pg_temp`;
}

/** The first name of a session's search path, as SQL: the `current_schema()` once that schema exists. */
export const firstSchema = `to_regnamespace(replace(current_setting('search_path'), ', pg_catalog, pg_temp', ''))`;

/** Creates the first schema of the session's search path if it is missing. Checked first, since a user who need not create it may lack the right. */
export async function makeSchema(client: Pick<ClientBase, 'query'>): Promise<void> {
  const { rows } = await client.query<{ isMissing: boolean }>(`SELECT ${firstSchema} IS NULL AS "isMissing"`);
  if (rows[0]?.isMissing === true) await client.query(`CREATE SCHEMA ${ownSchema}`);
}
