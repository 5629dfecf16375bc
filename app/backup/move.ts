import type { Database } from '@back-office/server/platform/database/database.ts';
import type { MigratedModule } from '@back-office/server/platform/database/read-migrations.ts';
import { buildIndexes } from '@back-office/server/platform/jobs/build-indexes.ts';
import { modules as own } from '../server/modules.ts';
import { clearChanges } from './excluded-rows.ts';
import { loadTables, requireEmpty, verifyTables } from './load-tables.ts';
import { firstLogMonth } from './log-months.ts';
import { longTransaction } from './long-transaction.ts';
import { recreateIndexes } from './dropped-indexes.ts';
import { migrationsOf, readSequences, readTables } from './read-tables.ts';
import { Tally, type Tallied } from './tally.ts';

/**
 * Copies one database into another that is empty, unchanged but for the log of changes, which counts the transactions of its database, and compares
 * every row. Files stay where they are: their
 * storage recognises the copy by the name stored in it. Throws a StartError, and leaves the target empty, when a row
 * differs; the source is only read.
 */
export async function move(
  source: Pick<Database, 'pool'>,
  target: Pick<Database, 'pool' | 'kind'>,
  modules: readonly MigratedModule[] = own,
): Promise<Record<string, Tallied>> {
  const { moved, later } = await longTransaction(target, 'writing', (to) =>
    longTransaction(source, 'reading', async (from) => {
      await requireEmpty(to, 'The database that was named');
      const tally = new Tally();
      const schema = { applied: await migrationsOf(from), modules, logsSince: await firstLogMonth(from) };
      const droppedIndexes = await loadTables(to, target.kind, schema, readTables(from, tally));
      const indexes = await recreateIndexes(to, target.kind, droppedIndexes);
      await verifyTables(to, tally.result(), await readSequences(from));
      await clearChanges(to);
      await to.query('ANALYZE');
      return { moved: tally.result(), later: indexes };
    }),
  );
  await buildIndexes(target, later);
  return moved;
}
