import type { Resource } from '@back-office/contract/resource/resource.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { batchesOf } from '../platform/database/batches-of.ts';
import { noId } from '../platform/database/no-id.ts';
import type { Tables, Value } from '../platform/database/tables.ts';
import { inBatches } from '../platform/jobs/in-batches.ts';
import type { JobKind } from '../platform/jobs/job-kind.ts';

/** Records and people checked at once, whose files most often exist, so that no statement takes long. */
const page = 5000;
/** Orphans for which the recycle bin is read once. */
const orphansPerRound = 20_000;
/** The most records of the recycle bin that one statement reads, or whose files one looks for. */
const portion = 1000;
/** The most files that one statement deletes, each with all of its parts. */
const filesAtOnce = 100;

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
    for (const resource of resources) await clear(db, resource, signal);
    const user = resources.find(({ name }) => name === 'sys/user');
    if (user !== undefined) await clearPortraits(db, user, signal);
  },
});

/** Deletes pictures that people who are gone for good uploaded as their portraits. */
async function clearPortraits(db: Kysely<Tables>, user: Resource, signal: AbortSignal): Promise<void> {
  const isPortrait = sql`f.otc_type = 'avatar' AND f.otc_id IS NULL AND NOT EXISTS (SELECT FROM sys_user u WHERE u.id = f.create_user)
    AND NOT EXISTS (SELECT FROM sys_recycle r WHERE r.target_id = f.create_user)`;
  const withPortraits = async (gone: readonly string[]) => {
    const { rows } = await sql<{ person: NonNullable<Value<'sys_file', 'createUser'>> }>`
      SELECT DISTINCT f.create_user AS person FROM sys_file f WHERE f.create_user = ANY(${gone}::uuid[]) AND ${isPortrait}`.execute(db);
    return rows.map(({ person }) => person);
  };
  let last = noId;
  await inBatches(signal, page, async () => {
    // The next uploader each time: a few of them may have uploaded nearly everything.
    const { rows } = await sql<{ person: NonNullable<Value<'sys_file', 'createUser'>>; isGone: boolean }>`
      WITH RECURSIVE uploader AS (
        (SELECT create_user AS person FROM sys_file WHERE create_user > ${last}::uuid ORDER BY create_user LIMIT 1)
        UNION ALL
        SELECT (SELECT create_user FROM sys_file WHERE create_user > u.person ORDER BY create_user LIMIT 1) FROM uploader u WHERE u.person IS NOT NULL),
      few AS MATERIALIZED (SELECT person FROM uploader WHERE person IS NOT NULL LIMIT ${page})
      SELECT person, NOT EXISTS (SELECT FROM sys_user u WHERE u.id = person)
        AND NOT EXISTS (SELECT FROM sys_recycle r WHERE r.target_id = person) AS "isGone"
      FROM few ORDER BY person`.execute(db);
    last = rows.at(-1)?.person ?? last;
    const gone = rows.filter(({ isGone }) => isGone).map(({ person }) => person);
    const people = gone.length === 0 ? [] : await withPortraits(gone);
    const kept = people.length === 0 ? new Set() : await keptAsDependents(db, user, people, signal);
    await deleteFiles(db, sql`f.create_user = ANY(${people.filter((person) => !kept.has(person))}::uuid[]) AND ${isPortrait}`, signal);
    return rows.length;
  });
}

/** Deletes the files of this resource's records that are gone; reads the recycle bin once for many of them. */
async function clear(db: Kysely<Tables>, resource: Resource, signal: AbortSignal): Promise<void> {
  let last = '';
  let gone: string[] = [];
  const clearGone = async () => {
    const kept = gone.length === 0 ? new Set() : await keptAsDependents(db, resource, gone, signal);
    const records = gone.filter((record) => !kept.has(record.toLowerCase()));
    gone = [];
    for (const part of batchesOf(records, portion))
      // Checked again: the record may have been restored meanwhile.
      await deleteFiles(db, sql`f.otc_type = ${resource.name} AND f.otc_id = ANY(${part}::text[]) AND ${isOrphan(resource)}`, signal);
  };
  await inBatches(signal, page, async () => {
    const { rows } = await sql<{ record: NonNullable<Value<'sys_file', 'otcId'>>; isGone: boolean }>`
      WITH f AS MATERIALIZED (SELECT DISTINCT f.otc_id FROM sys_file f WHERE f.otc_type = ${resource.name} AND f.otc_id > ${last}
        ORDER BY f.otc_id LIMIT ${page})
      SELECT f.otc_id AS record, ${isOrphan(resource)} AS "isGone" FROM f ORDER BY f.otc_id`.execute(db);
    last = rows.at(-1)?.record ?? last;
    gone.push(...rows.filter(({ isGone }) => isGone).map(({ record }) => record));
    if (gone.length >= orphansPerRound) await clearGone();
    return rows.length;
  });
  await clearGone();
}

/** Deletes these files `f`, in portions. */
const deleteFiles = (db: Kysely<Tables>, condition: RawBuilder<unknown>, signal: AbortSignal): Promise<void> =>
  inBatches(signal, filesAtOnce, async () => {
    const found = sql`SELECT f.id FROM sys_file f WHERE ${condition} LIMIT ${filesAtOnce}`;
    return (await sql`DELETE FROM sys_file f WHERE f.id = ANY(ARRAY(${found})) AND ${condition}`.execute(db)).numAffectedRows;
  });

/** Whether the file `f` is attached to a record of this resource that neither exists nor is in the recycle bin itself. */
const isOrphan = ({ table }: Resource) => {
  const record = sql`CASE WHEN f.otc_id ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN f.otc_id::uuid END`;
  return sql<boolean>`${record} IS NOT NULL AND NOT EXISTS (SELECT FROM ${sql.table(table)} t WHERE t.id = ${record})
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
