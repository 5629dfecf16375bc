import { type Kysely, sql } from 'kysely';
import { lockName } from './lock-name.ts';
import { given, Statement } from './statement.ts';
import type { Tables } from './tables.ts';

/** What was read at one value of an epoch (table sys_epoch). */
interface Kept {
  epoch: number;
  readonly facts: Set<string>;
}

const most = 10_000;
const caches = new WeakMap<Kysely<Tables>, Map<string, Kept>>();
const ofTransactions = new WeakMap<Kysely<Tables>, CachedFacts>();

/**
 * Facts that this process read of the database before, which one transaction may rely on instead of asking again. Whoever lets it (`letIn`)
 * asks at its end whether the epochs that it relied on stand, and has it run again without the cache where one was raised.
 */
export class CachedFacts {
  /** The values of the epochs that the transaction relied on, by their names. */
  readonly reliedOn = new Map<string, number>();
  readonly #cache: Map<string, Kept>;
  readonly #bypassed = new Set<string>();

  /** Lets the transaction rely on what is cached of its database. */
  static letIn(db: Kysely<Tables>, transaction: Kysely<Tables>): CachedFacts {
    const facts = new CachedFacts(db);
    ofTransactions.set(transaction, facts);
    return facts;
  }

  /** The facts that the transaction may rely on; undefined where it has to ask. */
  static in(transaction: Kysely<Tables>): CachedFacts | undefined {
    return ofTransactions.get(transaction);
  }

  private constructor(db: Kysely<Tables>) {
    this.#cache = caches.get(db) ?? new Map<string, Kept>();
    caches.set(db, this.#cache);
  }

  /** Whether all of them are known; then the transaction relies on the epoch. */
  has(epoch: string, facts: readonly string[]): boolean {
    const kept = this.#bypassed.has(epoch) ? undefined : this.#cache.get(epoch);
    if (kept === undefined || !facts.every((fact) => kept.facts.has(fact))) return false;
    this.reliedOn.set(epoch, kept.epoch);
    return true;
  }

  /** Keeps facts that one statement read together with the value of their epoch, before the transaction had written anything. */
  add(epoch: string, value: number, facts: readonly string[]): void {
    let kept = this.#cache.get(epoch);
    if (kept?.epoch !== value || kept.facts.size > most) this.#cache.set(epoch, (kept = { epoch: value, facts: new Set() }));
    for (const fact of facts) kept.facts.add(fact);
  }

  /** What the transaction relied on does not stand: the next asks anew, instead of relying on it again. */
  forget(): void {
    for (const [epoch, value] of this.reliedOn) if (this.#cache.get(epoch)?.epoch === value) this.#cache.delete(epoch);
  }

  /** The transaction changes such facts itself: it asks from now on, and what is cached will not stand for long. */
  bypass(epoch: string): void {
    this.#bypassed.add(epoch);
    this.#cache.delete(epoch);
  }
}

const lockOf = (epoch: string): string => `facts of ${epoch}`;

/**
 * For a change that counts who relies on such facts before it takes one away: those that are about to commit end first, and others
 * find what it left. Call it when all other rows of the change are locked.
 */
export const lockFacts = (transaction: Kysely<Tables>, epoch: string): Promise<void> => lockName(transaction, lockOf(epoch));

/** For a transaction that asks for such facts, before it does: what it reads then is not taken away before its end. */
export const holdFacts = (transaction: Kysely<Tables>, epoch: string): Promise<void> => hold.send(transaction, { name: lockOf(epoch) });

const hold = new Statement(() => sql`SELECT pg_advisory_xact_lock_shared(hashtextextended(${given('name')}, 0))`);

/** The same for those that it took from the cache: of each epoch in `reliedOn`, the JSON of epochs by their names. */
export const holdReliedOn = new Statement(
  () =>
    sql`SELECT pg_advisory_xact_lock_shared(hashtextextended(${lockOf('')} || f.key, 0)) FROM json_each_text(${given('reliedOn')}::json) f`,
);
