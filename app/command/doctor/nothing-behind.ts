import type { Database } from '@back-office/server/platform/database/database.ts';
import { makeKysely } from '@back-office/server/platform/database/make-kysely.ts';
import { openPool } from '@back-office/server/platform/database/open-pool.ts';
import type { Storage } from '@back-office/server/platform/storage/storage.ts';

/** A database that nobody has opened, for a server that is only put together. */
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

/** A storage as a new one is: with nothing in it. */
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
