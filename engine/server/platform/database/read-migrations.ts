import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { baseModule } from '@back-office/contract/office/module-names.ts';
import { StartError } from '../start-error.ts';
import type { Migration } from './run-migration.ts';

/** A module with the folder of its migrations, `NNNN-name.sql`; a module without tables has none. */
export interface MigratedModule {
  readonly name: string;
  readonly migrations?: string;
}

/** The module of a migration by its name in the database, such as `acme/0001-tables`; a name without a module belongs to the original module. */
export const moduleOfMigration = (name: string): string => (name.includes('/') ? name.slice(0, name.indexOf('/')) : baseModule);

/** The migrations of these modules, in order, under their names in the database. */
export async function readMigrations(modules: readonly MigratedModule[]): Promise<Migration[]> {
  return (await Promise.all(modules.map(readModule))).flat();
}

async function readModule({ name: module, migrations: folder }: MigratedModule): Promise<Migration[]> {
  if (folder === undefined) return [];
  const files = await readdir(folder).catch(() => {
    throw new StartError(
      `The module ${module} says that its migrations lie in ${folder}, which is no folder: make it, or leave migrations out.`,
    );
  });
  const names = files.filter((name) => name.endsWith('.sql')).sort();
  const wrong = names.find((name) => !/^\d{4}-[a-z0-9-]+\.sql$/.test(name));
  if (wrong !== undefined) throw new StartError(`The migration ${wrong} must be named NNNN-name.sql, such as 0001-tables.sql.`);
  return Promise.all(
    names.map(async (file) => {
      // Line ends must not change the checksum where git checks out with CRLF.
      const sql = (await readFile(join(folder, file), 'utf8')).replaceAll('\r\n', '\n');
      const own = basename(file, '.sql');
      const name = module === baseModule ? own : `${module}/${own}`;
      return { name, checksum: createHash('sha256').update(sql).digest('hex'), sql };
    }),
  );
}
