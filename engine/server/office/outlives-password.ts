import type { Kysely } from 'kysely';
import type { Tables } from '../platform/database/tables.ts';

/** What of people stays valid when others change their password: whose, and in which words they are told. */
export interface Outliving {
  readonly people: readonly string[];
  /** The end of the title of their notice. */
  readonly title: string;
  /** The sentences that their notice ends with, as plain text. */
  readonly words: string;
}

/** Finds those of the people for whom something stays valid when their password is changed. */
export type OutlivesPassword = (db: Kysely<Tables>, people: readonly string[]) => Promise<Outliving>;
