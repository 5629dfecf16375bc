import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { SignedIn } from '../session/signed-in.ts';

/** What an operation works with: the database or the caller's transaction, and who asks. */
export interface Context {
  readonly db: Kysely<Tables>;
  readonly user: SignedIn;
  /** The declaration of that name. */
  readonly resourceOf: (name: string) => Resource;
  /** Every declaration, to find what refers to what. */
  readonly resources: readonly Resource[];
  /** The values that may be chosen now from each of the named dictionaries. */
  readonly choicesOf: (db: Kysely<Tables>, dicts: readonly string[]) => Promise<ReadonlyMap<string, ReadonlySet<string>>>;
}
