import { builderOver } from '../platform/database/make-kysely.ts';
import { migrate } from '../platform/database/migrate.ts';
import type { Database, DatabaseLog } from '../platform/database/database.ts';
import { missingChoices } from './check-database.ts';
import { waitingRecords } from './office-features.ts';
import { requireDeclared } from './require-declared.ts';
import { requireOffice } from './require-office.ts';
import { tableWarnings } from './table-warnings.ts';
import { seedModules, type SeedOptions } from './seed-modules.ts';

/**
 * Makes an open database ready for the modules of an office: migrations, whether everything that is declared has its
 * place, and first records. What is wrong in the declarations themselves is refused first, while nothing is changed. Gives
 * the random first password of admin when it made one. Throws a StartError.
 */
export async function prepareDatabase(
  database: Pick<Database, 'db' | 'pool' | 'kind'>,
  { log, ...seeding }: SeedOptions & { readonly log: DatabaseLog },
): Promise<{ adminPassword?: string }> {
  const { office } = seeding;
  requireOffice(office, seeding.modules);
  // In the order of the office, whichever the server's parts are listed in.
  const modules = office.modules.flatMap(({ name }) => seeding.modules.filter((module) => module.name === name));
  // Within the last migration, so that one which leaves what nobody declares is not kept.
  await migrate(database, { log, modules, check: (client) => requireDeclared(builderOver(database.db, client), office, modules) });
  // The first request to find something missing would be somebody's; after the seed, the first password would be lost with the start.
  await requireDeclared(database.db, office, modules);
  const made = await seedModules(database, { ...seeding, modules });
  // No reason not to start, and least of all to lose that password: the server serves again when the database does.
  try {
    const choices = await missingChoices(database.db, office.resources, waitingRecords(office, modules));
    for (const sentence of [...choices, ...(await tableWarnings(database.db, office))]) log.warn({}, sentence);
  } catch (err) {
    log.warn({ err }, 'The tables could not be looked at for what is only warned of');
  }
  return made;
}
