import type { Resource } from '@back-office/contract/resource/resource.ts';
import { type Kysely, sql } from 'kysely';
import { isCancelled, isLockTimeout } from '../platform/database/database-errors.ts';
import { lockAtStart } from '../platform/database/lock-at-start.ts';
import { inBatches } from '../platform/jobs/in-batches.ts';
import type { Tables } from '../platform/database/tables.ts';
import { withTransaction } from '../platform/database/with-transaction.ts';
import { writePinyin } from '../platform/database/write-pinyin.ts';

/** Rows for one statement, which people who save such a record wait for. */
const batch = 1000;

/** Runs the work of one batch. */
type InBatch = <Result>(work: (db: Kysely<Tables>) => Promise<Result>) => Promise<Result>;

/** In a transaction of its own, so that people save meanwhile: one node at a time, and again if somebody's save held a record for too long. */
const alone = (db: Kysely<Tables>): InBatch => {
  return async (work) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await withTransaction(db, async (transaction) => {
          await lockAtStart(transaction, 7_215_008, 3_600_000);
          return work(transaction);
        });
      } catch (error) {
        if (attempt === 20 || !(isLockTimeout(error) || isCancelled(error))) throw error;
      }
    }
  };
};

/** The note in `sys_seed` of which field was the label of a table at the last start. */
const noteOf = ({ table, label }: Resource): string => `label of ${table}: ${label}`;

/** Removes the pinyin of each table of which another field was the label at the last start. */
async function forgetFormer(db: Kysely<Tables>, resources: readonly Resource[], inBatch: InBatch): Promise<void> {
  const stored = await db.selectFrom('sys_seed').select('name').where('name', 'like', 'label of %').execute();
  const notes = new Set(stored.map(({ name }) => name));
  for (const resource of resources.filter((one) => !notes.has(noteOf(one)))) {
    const former = [...notes].filter((note) => note.startsWith(noteOf({ ...resource, label: '' })));
    if (former.length > 0) {
      const table = sql.table(resource.table);
      // Another node may have done so meanwhile, and begun to fill in those of the new label.
      const some = sql`SELECT id FROM ${table} WHERE label_pinyin IS NOT NULL AND EXISTS (SELECT FROM sys_seed WHERE name = ANY(${former}::text[]))
        ORDER BY id LIMIT ${batch} FOR NO KEY UPDATE`;
      const remove = sql`UPDATE ${table} SET label_pinyin = NULL WHERE id = ANY(ARRAY(${some}))`;
      await inBatches(new AbortController().signal, batch, () => inBatch(async (one) => (await remove.execute(one)).numAffectedRows));
      await db.deleteFrom('sys_seed').where('name', 'in', former).execute();
    }
    await db
      .insertInto('sys_seed')
      .values({ name: noteOf(resource) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/**
 * Gives every record its label's pinyin that has none: those of a seed, those from before there was any, and those of which another field was the
 * label. Where all have it this costs one query over small tables and partial indexes.
 */
export async function fillPinyin(db: Kysely<Tables>, resources: readonly Resource[], inBatch = alone(db)): Promise<void> {
  const found = resources.filter(({ form, label }) => form.includes(label));
  await forgetFormer(db, found, inBatch);
  const isMissing = ({ table }: Resource) =>
    sql`SELECT ${table}::text AS table_name WHERE EXISTS (SELECT FROM ${sql.table(table)} WHERE label_pinyin IS NULL)`;
  const { rows } = await sql<{ tableName: string }>`${sql.join(found.map(isMissing), sql` UNION ALL `)}`.execute(db);
  for (const resource of found.filter(({ table }) => rows.some(({ tableName }) => tableName === table)))
    while (await inBatch((one) => fillSome(one, resource)));
}

/** Whether there may be more. */
async function fillSome(db: Kysely<Tables>, resource: Resource): Promise<boolean> {
  const { rows } = await sql<Record<string, unknown>>`
    SELECT id, ${sql.id(resource.label)} FROM ${sql.table(resource.table)} WHERE label_pinyin IS NULL
    ORDER BY id LIMIT ${batch} FOR NO KEY UPDATE`.execute(db);
  if (rows.length > 0) await writePinyin(db, resource, rows);
  return rows.length === batch;
}
