import type { SignedIn } from '../rights/signed-in.ts';

/** How long a session is cached, in milliseconds: the interval in which its last use is not written again. */
const keptMs = 60_000;

const maxCached = 5000;

/** The versions (xmin) of the looked-up rows of a session and its person: every write to a row changes its version. */
export interface CachedRows {
  readonly tokenHash: string;
  readonly sessionRow: string;
  readonly userRow: string;
}

/** A person admitted from the cache. */
export interface CachedSession {
  readonly signedIn: SignedIn;
  readonly rows: CachedRows;
}

interface CacheEntry extends CachedSession {
  readonly terms: string;
  readonly at: number;
}

/**
 * A cache of sessions that this process looked up recently, by the hashes of their tokens. An entry is never trusted
 * alone: its user checks at the end of the transaction that the rows are unchanged (`withRights`).
 */
export class CachedSessions {
  readonly #entries = new Map<string, CacheEntry>();

  /** Caches a session without pending duties that is no preview; `terms` are the settings under which it was admitted. */
  add({ signedIn, rows }: CachedSession, terms: string): void {
    if (signedIn.mustFirst !== undefined || signedIn.preview !== undefined) return;
    if (this.#entries.size >= maxCached) this.#entries.clear();
    this.#entries.set(rows.tokenHash, { signedIn, rows, terms, at: performance.now() });
  }

  /** The session of that token, with its remaining time; undefined if it must be looked up. */
  get(tokenHash: string, terms: string, rightsEpoch: number): CachedSession | undefined {
    const kept = this.#entries.get(tokenHash);
    if (kept === undefined) return undefined;
    const { signedIn, rows, at } = kept;
    const passed = (performance.now() - at) / 1000;
    const { idle, total } = signedIn.endsIn;
    const endsIn = { idle: idle - passed, ...(total === undefined ? {} : { total: total - passed }) };
    const isGood = passed * 1000 < keptMs && kept.terms === terms && signedIn.rightsEpoch === rightsEpoch;
    if (isGood && endsIn.idle > 0 && (endsIn.total ?? 1) > 0) return { signedIn: { ...signedIn, endsIn }, rows };
    this.#entries.delete(tokenHash);
    return undefined;
  }

  /** Removes an outdated entry: the session is looked up from now on. */
  forget({ tokenHash }: CachedRows): void {
    this.#entries.delete(tokenHash);
  }
}
