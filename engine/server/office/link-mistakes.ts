import { type Kysely, sql } from 'kysely';
import type { Field } from '@back-office/contract/resource/field.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { Tables } from '../platform/database/tables.ts';

type Link = Extract<Field, { kind: 'references' }>;

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
 * Without a key each save would put the pairs in again, and the form would refuse what it read. Nothing is asked of pairs that only SQL
 * of a company writes.
 */
export async function linkMistakes(db: Kysely<Tables>, resources: readonly Resource[]): Promise<string[]> {
  const tables = new Map(resources.map(({ name, table }) => [name, table]));
  return sentencesOf(db, resources, (resource, name, field, pairs) =>
    pairs?.hasColumns === true ? doubleMistakes(resource, name, field, pairs) : [absent(resource, field, tables)],
  );
}

/**
 * Pairs that are not deleted with their record: they hold it, or stay and hold what they name; one sentence for each field, with the cure.
 * Told, but no reason not to start: code of a module may delete them. Nothing is asked of pairs whose record stays.
 */
export async function untiedPairs(db: Kysely<Tables>, resources: readonly Resource[]): Promise<string[]> {
  return sentencesOf(db, resources, (resource, _name, field, pairs) => (pairs?.hasColumns === true ? untied(resource, field, pairs) : []));
}

type Examine = (resource: Resource, name: string, field: Link, pairs: Pairs | undefined) => readonly string[];

async function sentencesOf(db: Kysely<Tables>, resources: readonly Resource[], examine: Examine): Promise<string[]> {
  const fields = resources.flatMap((resource) => Object.entries(resource.fields).map(([name, field]) => ({ resource, name, field })));
  const stored = await readPairs(
    db,
    fields.flatMap(({ field }) => (field.kind === 'references' ? [field.link] : [])),
  );
  return fields.flatMap(({ resource, name, field }) => {
    if (field.kind !== 'references') return [];
    const sentences = examine(resource, name, field, stored.get(field.link));
    return sentences.map((sentence) => `${resource.name}.fields.${name}.link: ${sentence}`);
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

function absent({ table }: Resource, { link, to }: Link, tables: ReadonlyMap<string, string>): string {
  const target = tables.get(to);
  return (
    `there is no table ${link} with the columns owner_id and target_id: make it in a migration, ` +
    `CREATE TABLE ${link} (owner_id uuid NOT NULL REFERENCES ${table} ON DELETE CASCADE, ` +
    `target_id uuid NOT NULL${target === undefined ? '' : ` REFERENCES ${target}`}, PRIMARY KEY (owner_id, target_id))`
  );
}

function doubleMistakes({ form }: Resource, name: string, field: Link, { isView, isUnique }: Pairs): string[] {
  const { link } = field;
  const isWritten = form.includes(name) || field.byServer === true;
  if (isView || isUnique || !isWritten) return [];
  return [
    `nothing keeps a pair from standing twice in ${link}, so that each save would put all in again: in a migration, ` +
      `DELETE FROM ${link} a USING ${link} b WHERE a.ctid > b.ctid AND (a.owner_id, a.target_id) = (b.owner_id, b.target_id); ` +
      `ALTER TABLE ${link} ADD UNIQUE (owner_id, target_id)`,
  ];
}

function untied({ table, operations }: Resource, { link }: Link, { isView, ties }: Pairs): string[] {
  const isTied = ties.length > 0 && ties.every(({ cascades }) => cascades);
  if (isView || isTied || !operations.includes('delete')) return [];
  const changes = [
    ...ties.filter(({ cascades }) => !cascades).map((tie) => `DROP CONSTRAINT ${tie.name}`),
    ...(ties.some(({ cascades }) => cascades) ? [] : [`ADD FOREIGN KEY (owner_id) REFERENCES ${table} ON DELETE CASCADE`]),
  ];
  const alter = `ALTER TABLE ${link} ${changes.join(', ')}`;
  // Where a key holds them, no pair is without its record.
  const cure =
    ties.length > 0
      ? alter
      : `DELETE FROM ${link} l WHERE NOT EXISTS (SELECT FROM ${table} o WHERE o.id = l.owner_id); ${alter} ` +
        '(this removes the pairs of records in 回收站 too, which are then restored without them)';
  const what = `no foreign key deletes the pairs in ${link} with their record, which they hold or outlive unless code of the module does`;
  return [`${what}: in a migration, ${cure}`];
}
