import type { Database } from '@back-office/server/platform/database/database.ts';
import { makeKysely } from '@back-office/server/platform/database/make-kysely.ts';
import { openPool } from '@back-office/server/platform/database/open-pool.ts';
import type { Storage } from '@back-office/server/platform/storage/storage.ts';

/** An unopened database, for a server that is only assembled. */
export function noDatabase(): Database {
  const pool = openPool({ host: '127.0.0.1', port: 1, database: 'none' });
  const db = makeKysely(pool);
  return {
    kind: 'embedded',
    hosts: [],
    sharesSessions: false,
    pool,
    db,
    urgent: { pool, db },
    listen: () => ({ stop: () => undefined }),
    close: () => pool.end(),
  };
}

const refuse = (): Promise<never> => Promise.reject(new Error('The doctor keeps no files'));

/** An empty storage. */
export const noStorage: Storage = {
  create: refuse,
  read: refuse,
  size: async () => undefined,
  remove: refuse,
  clearUnfinished: refuse,
  makeSure: refuse,
  stop: () => undefined,
  close: async () => undefined,
};
