import type { Office } from '@back-office/contract/office/office.ts';
import { baseModule } from '@back-office/contract/office/module-names.ts';
import type { Kysely } from 'kysely';
import { hashPassword, randomPassword } from '../identity/passwords/password.ts';
import type { Database } from '../platform/database/database.ts';
import { isRetryable, isUnavailable } from '../platform/database/database-errors.ts';
import { lockAtStart } from '../platform/database/lock-at-start.ts';
import type { Tables } from '../platform/database/tables.ts';
import { withTransaction } from '../platform/database/with-transaction.ts';
import { StartError } from '../platform/start-error.ts';
import { fillPinyin } from './fill-pinyin.ts';
import type { ServerModule } from './server-module.ts';

export interface SeedOptions {
  readonly office: Office;
  readonly modules: readonly ServerModule[];
  /** The first password of the account admin, instead of a random one. */
  readonly adminPassword?: string | undefined;
  /** Whether that password need not be changed at the first sign-in. */
  readonly keep?: boolean;
  /** Tells somebody the random password, before it is stored for good; what it throws keeps the first records from being put in. */
  readonly tellPassword?: (password: string) => void;
}

/**
 * Puts in the first records of a new database, module by module. Each set once, under a lock, so that two servers that
 * start at once make one admin. Gives the random first password when there was one to make. The first password must be
 * changed at the first sign-in, since it stood in a terminal or in a file, unless the operator says to keep the one that
 * they chose. A StartError with the module's name if its seed fails.
 */
export async function seedModules(
  database: Pick<Database, 'db'>,
  { office, modules, adminPassword, keep = false, tellPassword = () => undefined }: SeedOptions,
): Promise<{ adminPassword?: string }> {
  const random = adminPassword === undefined ? randomPassword() : undefined;
  let isTold = false;
  const tell = (password: string): void => {
    // The transaction may be tried again, with the same password.
    if (!isTold) tellPassword(password);
    isTold = true;
  };
  const hash = await hashPassword(adminPassword ?? random ?? '');
  const made = await withTransaction(database.db, async (db) => {
    await lockAtStart(db, 7_215_002);
    let isAdminMade = false;
    const admin = { hash, once: random !== undefined || !keep, onMade: () => void (isAdminMade = true) };
    for (const { name, seed } of modules) {
      try {
        await seed?.({ db, office, admin, isNew: (set) => isNew(db, name === baseModule ? set : `${name}/${set}`) });
      } catch (error) {
        throw explained(name, error);
      }
    }
    // With the first records: if it failed after them, nobody would see the password of admin.
    if (isAdminMade) await fillPinyin(db, office.resources, (work) => work(db));
    if (!isAdminMade || random === undefined) return {};
    tell(random);
    return { adminPassword: random };
  });
  if (made.adminPassword === undefined) await fillPinyin(database.db, office.resources);
  return made;
}

/** What a module's seed threw, with its name; what another attempt, or a database that can be reached, mends is left as it is. */
function explained(module: string, error: unknown): unknown {
  if (isRetryable(error) || isUnavailable(error)) return error;
  // Whoever wrote the seed looks for the place in their own source; what the database said has none there.
  const isOwn = error instanceof Error && !(error instanceof StartError) && !('code' in error);
  const reason = isOwn ? error.stack : error instanceof Error ? error.message : String(error);
  return new StartError(`The first records of the module ${module} could not be put in, and none of them was kept: ${reason}`, {
    cause: error,
  });
}

/** True the first time a set is asked for; from the commit on it is done. */
async function isNew(db: Kysely<Tables>, name: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('sys_seed')
    .values({ name })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}
