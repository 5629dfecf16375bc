import { type Kysely, sql } from 'kysely';
import type { Field } from '@back-office/contract/resource/field.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { Tables } from '../platform/database/tables.ts';

/** A table of pairs as it stands. */
interface Pairs {
  readonly isView: boolean;
  readonly hasColumns: boolean;
  /** Whether a key refuses a pair that is there already. */
  readonly isUnique: boolean;
  /** The foreign keys of owner_id. */
  readonly ties: readonly { readonly name: string; readonly cascades: boolean }[];
}

/**
 * What is wrong with the tables of pairs of the fields that refer to many records: one sentence for each, with the place and the cure.
 * Without a key each save would put the pairs in again, and the form would refuse what it read; pairs that are not deleted with their
 * record hold it, or stay and hold what they name. Nothing is asked of pairs that only SQL of a company writes, or whose record stays.
 */
export async function linkMistakes(db: Kysely<Tables>, resources: readonly Resource[]): Promise<string[]> {
  const tables = new Map(resources.map(({ name, table }) => [name, table]));
  const fields = resources.flatMap((resource) => Object.entries(resource.fields).map(([name, field]) => ({ resource, name, field })));
  const stored = await readPairs(
    db,
    fields.flatMap(({ field }) => (field.kind === 'references' ? [field.link] : [])),
  );
  return fields.flatMap(({ resource, name, field }) => {
    if (field.kind !== 'references') return [];
    const pairs = stored.get(field.link);
    const mistakes = pairs?.hasColumns === true ? pairMistakes(resource, name, field, pairs) : [absent(resource, field, tables)];
    return mistakes.map((mistake) => `${resource.name}.fields.${name}.link: ${mistake}`);
  });
}

async function readPairs(db: Kysely<Tables>, links: readonly string[]): Promise<ReadonlyMap<string, Pairs>> {
  const { rows } = await sql<Pairs & { name: string }>`
    SELECT c.relname AS name, c.relkind = 'v' AS is_view,
      (SELECT count(*) = 2 FROM pg_attribute a
        WHERE a.attrelid = c.oid AND a.attname IN ('owner_id', 'target_id') AND a.atttypid = 'uuid'::regtype) AS has_columns,
      -- A key over one of the two refuses a second pair too; one that is checked later makes ON CONFLICT fail.
      EXISTS (SELECT FROM pg_index x WHERE x.indrelid = c.oid AND x.indisunique AND x.indimmediate AND x.indisvalid
        AND x.indpred IS NULL AND x.indexprs IS NULL AND NOT EXISTS (
          SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname NOT IN ('owner_id', 'target_id')
            AND a.attnum = ANY((x.indkey::int2[])[0:x.indnkeyatts - 1]))) AS is_unique,
      (SELECT coalesce(json_agg(json_build_object('name', f.conname, 'cascades', f.confdeltype = 'c') ORDER BY f.conname), '[]')
        FROM pg_constraint f JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'owner_id' AND a.attnum = ANY(f.conkey)
        WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.conparentid = 0) AS ties
    FROM pg_class c
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p', 'v') AND c.relname = ANY(${links}::text[])`.execute(
    db,
  );
  return new Map(rows.map(({ name, ...pairs }) => [name, pairs]));
}

type Link = Extract<Field, { kind: 'references' }>;

function absent({ table }: Resource, { link, to }: Link, tables: ReadonlyMap<string, string>): string {
  const target = tables.get(to);
  return (
    `there is no table ${link} with the columns owner_id and target_id: make it in a migration, ` +
    `CREATE TABLE ${link} (owner_id uuid NOT NULL REFERENCES ${table} ON DELETE CASCADE, ` +
    `target_id uuid NOT NULL${target === undefined ? '' : ` REFERENCES ${target}`}, PRIMARY KEY (owner_id, target_id))`
  );
}

function pairMistakes({ table, form, operations }: Resource, name: string, field: Link, { isView, isUnique, ties }: Pairs): string[] {
  const { link } = field;
  if (isView) return [];
  const isWritten = form.includes(name) || field.byServer === true;
  const isTied = ties.length > 0 && ties.every(({ cascades }) => cascades);
  const changes = [
    ...ties.filter(({ cascades }) => !cascades).map((tie) => `DROP CONSTRAINT ${tie.name}`),
    ...(ties.some(({ cascades }) => cascades) ? [] : [`ADD FOREIGN KEY (owner_id) REFERENCES ${table} ON DELETE CASCADE`]),
  ];
  return [
    ...(isUnique || !isWritten
      ? []
      : [
          `nothing keeps a pair from standing twice in ${link}, so that each save would put all in again: in a migration, ` +
            `DELETE FROM ${link} a USING ${link} b WHERE a.ctid > b.ctid AND (a.owner_id, a.target_id) = (b.owner_id, b.target_id); ` +
            `ALTER TABLE ${link} ADD UNIQUE (owner_id, target_id)`,
        ]),
    ...(isTied || !operations.includes('delete')
      ? []
      : [
          `the pairs in ${link} are not deleted with their record, which they hold or outlive: in a migration, ` +
            `DELETE FROM ${link} l WHERE NOT EXISTS (SELECT FROM ${table} o WHERE o.id = l.owner_id); ALTER TABLE ${link} ${changes.join(', ')}`,
        ]),
  ];
}
