import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';

/** Something that opens accounts was added, removed or changed. */
export interface AccountChange {
  /** What happened, such as 您的账号新建了接口密钥. */
  readonly title: string;
  /** What was added or removed, if the title does not say it. */
  readonly name?: string;
  /** The address, or who did it. */
  readonly from: string;
  /** What to do first if it was not them, as a part of a sentence. */
  readonly remedy: string;
}

/** Tells people of such a change, in the caller's transaction. */
export type TellOwners = (db: Kysely<Tables>, people: readonly string[], change: AccountChange) => Promise<void>;
