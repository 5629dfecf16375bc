import type { Database } from '@back-office/server/platform/database/database.ts';
import { seedModules, type SeedOptions } from '@back-office/server/office/seed-modules.ts';
import { office } from '../office.ts';
import { modules } from './modules.ts';

/** Inserts the first records of the office's modules (`seedModules`). */
export const seed = (database: Pick<Database, 'db'>, options: Partial<SeedOptions> = {}): Promise<{ adminPassword?: string }> =>
  seedModules(database, { office, modules, ...options });
