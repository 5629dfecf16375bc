import type { Kysely } from 'kysely';
import { lockName } from '../../platform/database/lock-name.ts';
import type { Tables } from '../../platform/database/tables.ts';

/** Serialises what tries codes of an account and what moves their count to another session; before any lock on a row. */
export const lockCodes = (db: Kysely<Tables>, account: string): Promise<void> => lockName(db, `code:${account.toLowerCase()}`);
