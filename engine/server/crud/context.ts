import type { Rules } from '@back-office/contract/resource/rules.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../platform/database/tables.ts';
import type { Origin } from '../platform/http/origin-of.ts';
import type { Hash } from '../identity/passwords/hash-ahead.ts';
import type { SignedIn } from '../identity/rights/signed-in.ts';
import type { RightsChange } from '../identity/rights/affected-rights.ts';
import type { ModuleSettings } from '../platform/module-settings.ts';
import type { Change } from './change.ts';

/** What an operation works with: the database or the caller's transaction, and the user. */
export interface Context {
  readonly db: Kysely<Tables>;
  readonly user: SignedIn;
  readonly origin: Origin;
  /** The declaration of that name. */
  readonly resourceOf: (name: string) => Resource;
  /** Every declaration, to find what refers to what. */
  readonly resources: readonly Resource[];
  /** The operator's settings of modules: `settingsOf(context, …)`. */
  readonly moduleSettings: ModuleSettings;
  /** The rules that declarations name. */
  readonly rules: Rules;
  /**
   * The values of each named dictionary that may be chosen now. With `values`, each is looked up in the dictionary at the same position, and only the
   * values found are returned.
   */
  readonly choicesOf: (
    db: Kysely<Tables>,
    dicts: readonly string[],
    values?: readonly string[],
  ) => Promise<ReadonlyMap<string, ReadonlySet<string>>>;
  /** Hashes secrets; undefined where they are hashed as they are written. */
  readonly hash?: Hash | undefined;
  /** Writes changes into the operation log, in the context's transaction. */
  readonly record: (context: Context, changes: readonly Change[]) => Promise<void>;
  /**
   * Checks that a write does not escalate rights: call it before records are written, deleted or restored, and call the function that it returns
   * afterwards.
   */
  readonly guardEscalation: (context: Context, resource: string, rows: readonly RightsChange[]) => Promise<() => Promise<void>>;
  /** Keeps records that are about to be deleted, so that they can be restored. */
  readonly keepDeleted: (context: Context, resource: Resource, changes: readonly Change[]) => Promise<void>;
}
