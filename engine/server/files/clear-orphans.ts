import type { Resource } from '@back-office/contract/resource/resource.ts';
import { type Kysely, sql } from 'kysely';
import { batchesOf } from '../platform/database/batches-of.ts';
import { noId } from '../platform/database/no-id.ts';
import type { Tables, Value } from '../platform/database/tables.ts';
import { inBatches } from '../platform/jobs/in-batches.ts';
import type { JobKind } from '../platform/jobs/job-kind.ts';

/** Files checked at once, and the most that one statement deletes or records of the recycle bin that one reads, so that none takes long. */
const filesPerRound = 20_000;
const portion = 1000;

/**
 * Once an hour, deletes the files of records that are gone for good. A record in the recycle bin can be restored with its files, and so can one that
 * was deleted together with another. A file attached to no record of this system (`isKnownRecord`) belongs to its uploader, and stays; only portraits go with
 * the person.
 */
export const clearOrphans = (db: Kysely<Tables>, resources: readonly Resource[]): JobKind => ({
  name: 'clear-orphans',
  title: '清理已删除数据的附件',
  every: 3600,
  run: async ({ signal }) => {
    const types = await db.selectFrom('sys_file').select('otcType').where('otcType', 'is not', null).distinct().execute();
    for (const resource of resources.filter(({ name }) => types.some(({ otcType }) => otcType === name))) await clear(db, resource, signal);
    const user = resources.find(({ name }) => name === 'sys/user');
    if (user !== undefined) await clearPortraits(db, user, signal);
  },
});

/** Deletes pictures that people who are gone for good uploaded as their portraits. */
async function clearPortraits(db: Kysely<Tables>, user: Resource, signal: AbortSignal): Promise<void> {
  const isPortrait = sql`f.otc_type = 'avatar' AND f.otc_id IS NULL AND NOT EXISTS (SELECT FROM sys_user u WHERE u.id = f.create_user)
    AND NOT EXISTS (SELECT FROM sys_recycle r WHERE r.target_id = f.create_user)`;
  let last = noId;
  await inBatches(signal, portion, async () => {
    const { rows } = await sql<{ person: NonNullable<Value<'sys_file', 'createUser'>> }>`
      SELECT DISTINCT f.create_user AS person FROM sys_file f WHERE ${isPortrait} AND f.create_user > ${last}::uuid
      ORDER BY 1 LIMIT ${portion}`.execute(db);
    const people = rows.map(({ person }) => person);
    last = people.at(-1) ?? last;
    const kept = people.length === 0 ? new Set() : await keptAsDependents(db, user, people, signal);
    const gone = people.filter((person) => !kept.has(person));
    await sql`DELETE FROM sys_file f WHERE f.create_user = ANY(${gone}::uuid[]) AND ${isPortrait}`.execute(db);
    return people.length;
  });
}

/** Reads the recycle bin once for all orphans found, not once for each portion. */
async function clear(db: Kysely<Tables>, resource: Resource, signal: AbortSignal): Promise<void> {
  let last = noId;
  await inBatches(signal, filesPerRound, async () => {
    const { rows: found } = await sql<{ id: Value<'sys_file', 'id'>; record: NonNullable<Value<'sys_file', 'otcId'>> }>`
      SELECT f.id, f.otc_id AS record FROM sys_file f WHERE f.otc_type = ${resource.name} AND f.id > ${last}::uuid AND ${isOrphan(resource)}
      ORDER BY f.id LIMIT ${filesPerRound}`.execute(db);
    last = found.at(-1)?.id ?? last;
    const kept =
      found.length === 0 ? new Set() : await keptAsDependents(db, resource, [...new Set(found.map(({ record }) => record))], signal);
    for (const part of batchesOf(
      found.filter(({ record }) => !kept.has(record.toLowerCase())),
      portion,
    )) {
      signal.throwIfAborted();
      // Checked again: the record may have been restored meanwhile.
      await sql`DELETE FROM sys_file f WHERE f.id = ANY(${part.map(({ id }) => id)}::uuid[]) AND ${isOrphan(resource)}`.execute(db);
    }
    return found.length;
  });
}

/** Whether the file `f` is attached to a record of this resource that neither exists nor is in the recycle bin itself. */
const isOrphan = ({ table }: Resource) => {
  const record = sql`CASE WHEN f.otc_id ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN f.otc_id::uuid END`;
  return sql`${record} IS NOT NULL AND NOT EXISTS (SELECT FROM ${sql.table(table)} t WHERE t.id = ${record})
    AND NOT EXISTS (SELECT FROM sys_recycle r WHERE r.target_id = ${record})`;
};

/** The records that are kept in the recycle bin as dependents of another one. */
async function keptAsDependents(
  db: Kysely<Tables>,
  { table }: Resource,
  records: readonly string[],
  signal: AbortSignal,
): Promise<Set<string>> {
  const kept = new Set<string>();
  const wanted = records.map((record) => record.toLowerCase());
  let last = noId;
  await inBatches(signal, portion, async () => {
    const { rows } = await sql<{ id: Value<'sys_recycle', 'id'>; beside: string[] }>`
      SELECT r.id, ARRAY(SELECT x ->> 'id' FROM jsonb_array_elements(r.content -> 'beside' -> ${table}) x
        WHERE x ->> 'id' = ANY(${wanted}::text[])) AS beside
      FROM sys_recycle r WHERE r.id > ${last}::uuid ORDER BY r.id LIMIT ${portion}`.execute(db);
    for (const { beside } of rows) for (const id of beside) kept.add(id);
    last = rows.at(-1)?.id ?? last;
    return rows.length;
  });
  return kept;
}
