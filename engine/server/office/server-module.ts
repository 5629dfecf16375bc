import type { Office } from '@back-office/contract/office/office.ts';
import type { Kysely } from 'kysely';
import type { SettingDeclarations } from '../platform/module-settings.ts';
import type { TableSpec } from '../platform/database/table-spec.ts';
import type { Tables } from '../platform/database/tables.ts';
import type { ServerFeature } from './server-feature.ts';

/** What putting in the first records works with, in one transaction that no other server is in. */
export interface Seeding {
  readonly db: Kysely<Tables>;
  readonly office: Office;
  /** True the first time that this set of the module's records is asked for; from the commit on it is done. */
  readonly isNew: (set: string) => Promise<boolean>;
  readonly admin: FirstAdmin;
}

/** The account admin of a new database: its first password, hashed, and whether it must be changed at the first sign-in. */
export interface FirstAdmin {
  readonly hash: string;
  readonly once: boolean;
  /** To be called by whoever made it. */
  readonly onMade: () => void;
}

/**
 * What a module does on the server (`Module`, of the same name).
 *
 * @example
 * export const server: ServerModule = {
 *   name: 'acme',
 *   migrations: import.meta.dirname + '/migrations',
 *   features: [],
 *   seed: async ({ db, isNew }) => {
 *     if (await isNew('parties')) await sql`INSERT INTO acme_party (id, party_name) VALUES (gen_random_uuid(), '甲方')`.execute(db);
 *   },
 * };
 */
export interface ServerModule {
  readonly name: string;
  /** The folder of its migrations, NNNN-name.sql; absent where it has no tables of its own. */
  readonly migrations?: string;
  readonly features: readonly ServerFeature[];
  /** What the operator decides of it, by environment variables: `defineSettings`. Read by `settingsOf`. */
  readonly settings?: SettingDeclarations;
  /** Its first records, each set once: `if (await isNew('boxes')) …`. What is deleted afterwards stays deleted. */
  readonly seed?: (seeding: Seeding) => Promise<void>;
  /**
   * The columns of its tables, by table, where there are any that no declaration names; and in tables of other modules the columns of an extension
   * that went, until no former node names them.
   */
  readonly tables?: Readonly<Record<string, TableSpec>>;
}
