import { type Kysely, sql } from 'kysely';
import { basename } from 'node:path';
import { now, secondsAgo } from '../database/now.ts';
import type { Row, Tables } from '../database/tables.ts';
import type { LastBackup } from '../last-backup.ts';

/** A scheduled backup as all nodes know it; a file on one node's disk would say nothing to the others. */
type Scheduled = Row<'sys_backup', 'backupName' | 'backupFile' | 'madeTime' | 'isIncomplete'>;

/** True of backups that this database made, false of those of the one that it was copied from (migration 0217). */
const isOwn = sql<boolean>`coalesce(database_mark = this_database(), true)`;

/**
 * The time of the database, for a backup that begins now. Those that claim a later one were made before, by a clock that was ahead: they get the
 * second before.
 */
export async function readBeginning(db: Kysely<Tables>): Promise<Date> {
  const secondAgo = secondsAgo(1);
  await db.updateTable('sys_backup').set({ madeTime: secondAgo }).where('madeTime', '>', secondAgo).where(isOwn).execute();
  return readTime(db);
}

/** The time of the database. */
export async function readTime(db: Kysely<Tables>): Promise<Date> {
  const { rows } = await sql<{ at: number }>`SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS at`.execute(db);
  return new Date(rows[0]?.at ?? Date.now());
}

/** Records that a backup of this name begins. */
export const recordBegun = async (db: Kysely<Tables>, backup: Omit<Scheduled, 'isIncomplete'>): Promise<void> =>
  void (await db
    .insertInto('sys_backup')
    .values({ ...backup, isIncomplete: false, isMade: false })
    .onConflict((conflict) => conflict.column('backupName').doNothing())
    .execute());

/** Records backups that were made. */
export const recordScheduled = async (db: Kysely<Tables>, backups: readonly Scheduled[]): Promise<void> =>
  void (await db
    .insertInto('sys_backup')
    .values(backups)
    .onConflict((conflict) =>
      conflict.column('backupName').doUpdateSet((eb) => ({ isIncomplete: eb.ref('excluded.isIncomplete'), isMade: true })),
    )
    .execute());

/** Records that a backup is no longer one, but only begun, until it is removed. */
export const recordUnmade = async (db: Kysely<Tables>, name: string): Promise<void> =>
  void (await db.updateTable('sys_backup').set({ isMade: false }).where('backupName', '=', name).execute());

/** Records that a begun backup was found, written to its end. */
export const recordFound = async (db: Kysely<Tables>, name: string, isIncomplete: boolean): Promise<void> =>
  void (await db.updateTable('sys_backup').set({ isMade: true, isIncomplete }).where('backupName', '=', name).execute());

/** Records that the backup was read to its end and found intact. */
export const recordVerified = async (db: Kysely<Tables>, name: string): Promise<void> =>
  void (await db.updateTable('sys_backup').set({ verifyTime: now }).where('backupName', '=', name).execute());

/** Forgets a backup that is not there. */
export const forgetScheduled = async (db: Kysely<Tables>, name: string): Promise<void> =>
  void (await db.deleteFrom('sys_backup').where('backupName', '=', name).execute());

/**
 * Takes over this backup, and those of the same database, if a copy in the place of that database has them: the disk of a node names the backup, and
 * outlived a restore or an upgrade of PostgreSQL.
 */
export const takeOverScheduled = async (db: Kysely<Tables>, name: string): Promise<void> =>
  void (await db
    .updateTable('sys_backup')
    .set({ databaseMark: sql`this_database()` })
    .where('databaseMark', '=', (eb) => eb.selectFrom('sys_backup').select('databaseMark').where('backupName', '=', name))
    .where(isOwn, '=', false)
    .execute());

/** The backups that any node of this database has begun or made, the newest last: others may keep theirs at the same place. */
export const scheduledBackups = (db: Kysely<Tables>): Promise<Row<'sys_backup', 'backupName' | 'isIncomplete' | 'isMade'>[]> =>
  db
    .selectFrom('sys_backup')
    .select(['backupName', 'isIncomplete', 'isMade'])
    .where(isOwn)
    .orderBy('madeTime')
    .orderBy('backupName')
    .execute();

/** The last scheduled backup that any node made; undefined if none. */
export async function selectLastBackup(db: Kysely<Tables>): Promise<LastBackup | undefined> {
  const millis = (column: 'made_time' | 'verify_time') => sql<number | null>`(extract(epoch FROM ${sql.ref(column)}) * 1000)::float8`;
  const row = await db
    .selectFrom('sys_backup')
    .select(['backupName', 'backupFile', 'isIncomplete', millis('made_time').as('made'), millis('verify_time').as('verified')])
    .where('isMade', '=', true)
    .where(isOwn)
    .orderBy('madeTime', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    file: row.backupFile,
    made: row.made ?? 0,
    ...(row.verified === null ? {} : { verified: row.verified }),
    ...(row.isIncomplete ? { incomplete: [row.backupName] } : {}),
  };
}

/** Whether its time, of a clock that was ahead, has not come yet; an hour is left to clocks that differ. */
export const isOfFuture = ({ made }: LastBackup): boolean => made > Date.now() + 3_600_000;

/** Orders backups, the newest first; those of the future, whose time says nothing, are last. */
export const newestFirst = (one: LastBackup, other: LastBackup): number =>
  Number(isOfFuture(one)) - Number(isOfFuture(other)) || other.made - one.made;

/** The newer of two records; of one backup, what both say. */
export function newerBackup(one: LastBackup | undefined, other: LastBackup | undefined): LastBackup | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const [newer, older] = newestFirst(one, other) <= 0 ? [one, other] : [other, one];
  if (basename(one.file) !== basename(other.file)) return newer;
  const verified = Math.max(one.verified ?? 0, other.verified ?? 0);
  const incomplete = [...new Set([...(older.incomplete ?? []), ...(newer.incomplete ?? [])])];
  return { ...newer, ...(verified === 0 ? {} : { verified }), ...(incomplete.length === 0 ? {} : { incomplete }) };
}
