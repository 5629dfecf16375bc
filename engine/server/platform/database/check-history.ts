import { baseModule } from '@back-office/contract/office/module-names.ts';
import { productVersion } from '../product-version.ts';
import { StartError } from '../start-error.ts';
import { type MigratedModule, moduleOfMigration } from './read-migrations.ts';
import type { Migration } from './run-migration.ts';

/** The applied migrations by name, with their checksums at that time. */
export type Applied = ReadonlyMap<string, string>;

interface Origin {
  /** The name of the migrated database in messages. */
  readonly what: string;
  /** The version that migrated it, if known. */
  readonly by?: string | undefined;
}

/**
 * Refuses a history that these modules' migrations did not make: one of them was changed after it had been applied, or is missing, since a newer
 * version made it. Each module is judged separately; modules that are not here are not judged.
 */
export function checkHistory(applied: Applied, modules: readonly MigratedModule[], migrations: readonly Migration[], origin: Origin): void {
  const installed = new Set(modules.map(({ name }) => name));
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]));
  for (const [name, checksum] of applied) {
    if (!installed.has(moduleOfMigration(name))) continue;
    if (!known.has(name)) throw new StartError(unknownMigrationMessage(name, origin));
    if (known.get(name) !== checksum) {
      throw new StartError(
        `The migration ${name} was changed after it had been applied to the database: restore the file, and put the change into a new migration.`,
      );
    }
  }
}

function unknownMigrationMessage(name: string, { what, by }: Origin): string {
  const module = moduleOfMigration(name);
  if (module !== baseModule)
    return `${what} has the migration ${name}, which the module ${module} that is here does not know: a newer one made it, start that one.`;
  const cure =
    by === undefined || by === productVersion
      ? 'a newer version made it, start that one'
      : `version ${by} made it, start that one or a later one`;
  return `${what} has the migration ${name}, which version ${productVersion} does not know: ${cure}.`;
}

/** The name of each module's last migration: a backup calls it the module's version. */
export function lastMigrations(applied: Applied): Record<string, string> {
  return Object.fromEntries([...applied.keys()].sort().map((name) => [moduleOfMigration(name), name]));
}

/** Applied modules that are not among these, with the last migration of each. */
export function absentModules(applied: Applied, modules: readonly MigratedModule[]): { module: string; last: string }[] {
  const installed = new Set(modules.map(({ name }) => name));
  return Object.entries(lastMigrations(applied))
    .filter(([module]) => !installed.has(module))
    .map(([module, last]) => ({ module, last }));
}
