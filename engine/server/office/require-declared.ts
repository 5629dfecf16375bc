import type { Office } from '@back-office/contract/office/office.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../platform/database/tables.ts';
import { StartError } from '../platform/start-error.ts';
import { columnMistakes } from './column-mistakes.ts';
import { databaseMistakes } from './check-database.ts';
import type { ServerModule } from './server-module.ts';

/** Throws a StartError with everything that is declared and has no place in the migrated database, and what is there undeclared. */
export async function requireDeclared(db: Kysely<Tables>, office: Office, modules: readonly ServerModule[]): Promise<void> {
  const mistakes = [...(await databaseMistakes(db, office.resources)), ...(await columnMistakes(db, office, modules))];
  if (mistakes.length > 0) throw new StartError(`The database does not hold what is declared:\n${mistakes.join('\n')}`);
}
