import type { SignedIn } from '../rights/signed-in.ts';

/** How long a session is cached, in milliseconds: as long as one that is used is not written to. */
const keptMs = 60_000;

const most = 5000;

/** The versions of a session's and its person's row that were looked up: whatever is written to one gives it another. */
export interface CachedRows {
  readonly tokenHash: string;
  readonly sessionRow: string;
  readonly userRow: string;
}

/** Somebody who is signed in by what was looked up before. */
export interface CachedSession {
  readonly signedIn: SignedIn;
  readonly rows: CachedRows;
}

interface Kept extends CachedSession {
  readonly terms: string;
  readonly at: number;
}

/**
 * Sessions as this process looked them up a moment ago, by the hashes of their tokens. None is trusted alone: who takes one asks where
 * its transaction ends whether the rows that were looked up are still those (`withRights`).
 */
export class CachedSessions {
  readonly #kept = new Map<string, Kept>();

  /** Keeps one that nothing must be done in first, and that previews nothing; `terms` are the settings under which it was let in. */
  add({ signedIn, rows }: CachedSession, terms: string): void {
    if (signedIn.mustFirst !== undefined || signedIn.preview !== undefined) return;
    if (this.#kept.size >= most) this.#kept.clear();
    this.#kept.set(rows.tokenHash, { signedIn, rows, terms, at: performance.now() });
  }

  /** The session of that token, with the time that it has left now; undefined where it has to be looked up. */
  get(tokenHash: string, terms: string, rightsEpoch: number): CachedSession | undefined {
    const kept = this.#kept.get(tokenHash);
    if (kept === undefined) return undefined;
    const { signedIn, rows, at } = kept;
    const passed = (performance.now() - at) / 1000;
    const { idle, total } = signedIn.endsIn;
    const endsIn = { idle: idle - passed, ...(total === undefined ? {} : { total: total - passed }) };
    const isGood = passed * 1000 < keptMs && kept.terms === terms && signedIn.rightsEpoch === rightsEpoch;
    if (isGood && endsIn.idle > 0 && (endsIn.total ?? 1) > 0) return { signedIn: { ...signedIn, endsIn }, rows };
    this.#kept.delete(tokenHash);
    return undefined;
  }

  /** It did not stand: it is looked up from now on. */
  forget({ tokenHash }: CachedRows): void {
    this.#kept.delete(tokenHash);
  }
}
