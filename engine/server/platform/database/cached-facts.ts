import { type Kysely, sql } from 'kysely';
import { lockName } from './lock-name.ts';
import { given, Statement } from './statement.ts';
import type { Tables } from './tables.ts';

/** The facts read at one value of an epoch (table sys_epoch). */
interface CacheEntry {
  epoch: number;
  readonly facts: Set<string>;
}

const maxFacts = 10_000;
const caches = new WeakMap<Kysely<Tables>, Map<string, CacheEntry>>();
const ofTransactions = new WeakMap<Kysely<Tables>, CachedFacts>();

/**
 * A cache of facts that this process has read from the database, for one transaction to use instead of a query. The caller of `attach`
 * checks at the end whether the epochs that the transaction relied on are unchanged, and otherwise retries it without the cache.
 */
export class CachedFacts {
  /** The values of the epochs that the transaction relied on, by their names. */
  readonly reliedOn = new Map<string, number>();
  readonly #cache: Map<string, CacheEntry>;
  readonly #bypassed = new Set<string>();

  /** Lets the transaction use the cached facts of its database. */
  static attach(db: Kysely<Tables>, transaction: Kysely<Tables>): CachedFacts {
    const facts = new CachedFacts(db);
    ofTransactions.set(transaction, facts);
    return facts;
  }

  /** The cached facts of the transaction; undefined if it must query. */
  static in(transaction: Kysely<Tables>): CachedFacts | undefined {
    return ofTransactions.get(transaction);
  }

  private constructor(db: Kysely<Tables>) {
    this.#cache = caches.get(db) ?? new Map<string, CacheEntry>();
    caches.set(db, this.#cache);
  }

  /** Whether all these facts are cached; if so, the transaction now relies on the epoch. */
  has(epoch: string, facts: readonly string[]): boolean {
    const entry = this.#bypassed.has(epoch) ? undefined : this.#cache.get(epoch);
    if (entry === undefined || !facts.every((fact) => entry.facts.has(fact))) return false;
    this.reliedOn.set(epoch, entry.epoch);
    return true;
  }

  /** Caches facts that one statement read together with the value of their epoch, before the transaction had written anything. */
  add(epoch: string, value: number, facts: readonly string[]): void {
    let entry = this.#cache.get(epoch);
    if (entry?.epoch !== value || entry.facts.size > maxFacts) this.#cache.set(epoch, (entry = { epoch: value, facts: new Set() }));
    for (const fact of facts) entry.facts.add(fact);
  }

  /** Invalidates the facts that the transaction relied on, so that its retry queries them. */
  forget(): void {
    for (const [epoch, value] of this.reliedOn) if (this.#cache.get(epoch)?.epoch === value) this.#cache.delete(epoch);
  }

  /** For a transaction that changes such facts itself: it queries from now on, and the cache of this epoch is dropped. */
  bypass(epoch: string): void {
    this.#bypassed.add(epoch);
    this.#cache.delete(epoch);
  }
}

const lockOf = (epoch: string): string => `facts of ${epoch}`;

/**
 * For a change that removes such a fact after counting its users: transactions about to commit finish first, and later ones
 * see the removal. Call it when all other rows of the change are locked.
 */
export const lockFacts = (transaction: Kysely<Tables>, epoch: string): Promise<void> => lockName(transaction, lockOf(epoch));

/** Call it before a transaction queries such facts: they cannot be removed before it ends. */
export const lockFactsShared = (transaction: Kysely<Tables>, epoch: string): Promise<void> =>
  sharedLockStatement.send(transaction, { name: lockOf(epoch) });

const sharedLockStatement = new Statement(() => sql`SELECT pg_advisory_xact_lock_shared(hashtextextended(${given('name')}, 0))`);

/** The same for facts taken from the cache, for each epoch in `reliedOn`, a JSON object of epochs by name. */
export const lockReliedOnShared = new Statement(
  () =>
    sql`SELECT pg_advisory_xact_lock_shared(hashtextextended(${lockOf('')} || f.key, 0)) FROM json_each_text(${given('reliedOn')}::json) f`,
);
