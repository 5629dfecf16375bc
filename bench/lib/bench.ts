import { modules } from '../../app/server/modules.ts';
import { migrate } from '../../engine/server/platform/database/migrate.ts';
import type { Database } from '../../engine/server/platform/database/database.ts';
import { openDatabase } from '../../engine/server/platform/database/open-database.ts';
import { seed } from '../../app/server/seed.ts';
import { adminPassword } from './admin-password.ts';

/** Measures on a migrated and seeded database; `scale` reduces its data, for a trial of the benchmark itself. */
export type Bench = (database: Database, scale: number) => Promise<void>;

const log = { info: () => undefined, warn: () => undefined, error: console.error };

/** A new database of the kind; for PostgreSQL, the empty one at the address. Prints how long its first start took. */
export async function openBenchDatabase(kind: Database['kind'], dataDir: string, url: string | undefined): Promise<Database> {
  const database = await openDatabase({ url: kind === 'postgresql' ? url : undefined, dataDir, timeZone: 'Asia/Shanghai', log });
  if (database.kind !== kind) throw new Error('Run the bench by npm run bench, which starts a PostgreSQL for it.');
  for (const start of ['first', 'second']) {
    const begin = performance.now();
    await migrate(database, { log, modules });
    const migrated = performance.now();
    await seed(database, { adminPassword, keep: true });
    console.log(
      `${kind}, ${start} start: migrations ${Math.round(migrated - begin)} ms, seeds ${Math.round(performance.now() - migrated)} ms`,
    );
  }
  return database;
}
