import pg from 'pg';
import type { BaseLogger } from 'pino';
import { hostsOf } from '../hosts-of.ts';
import { openPool } from './open-pool.ts';

/** How often every host is asked for its role, and how long each has to answer. */
const pollIntervalMs = 1_000;
const answerMs = 2_000;

/** Polls in a row in which the former cluster has no primary, nor a host of unknown role, before another cluster's is accepted. */
const vacantPolls = 5;

/** A server's role: the timeline of a primary's log, which grows by one with each promotion; null for a standby. */
const timelineQuery = `SELECT CASE WHEN pg_is_in_recovery() THEN NULL ELSE ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int END AS timeline`;

/** The cluster that a server belongs to: where it cannot be asked, all are the same. */
const systemQuery = `SELECT system_identifier::text AS system FROM pg_control_system()`;

/** The last known state of a host of DATABASE_URL: `old` claims to be the primary, but another has replaced it. */
export interface HostState {
  readonly place: string;
  readonly state: 'primary' | 'standby' | 'old' | 'gone';
}

/** Thrown when servers answered, but none of them is a writable primary. */
export class NoPrimary extends Error {
  static readonly code = 'ENOPRIMARY';
  override name = 'NoPrimary';
  readonly code = NoPrimary.code;
}

/**
 * Finds the primary among several hosts, repeatedly; if two claim to be, it is the one promoted last, and never again
 * one that another has replaced. One of another cluster, such as `pg_upgrade` makes, counts its promotions anew: it is
 * the primary once none of the former cluster is, for several polls in which none of its hosts was merely silent or answered an error. A single
 * host is the primary without a query.
 */
export class Primary {
  /** The address of the primary, or of the host that last was it. */
  url: string;
  readonly #hosts: readonly { readonly url: string; readonly pool: pg.Pool }[];
  readonly #log: Pick<BaseLogger, 'warn'>;
  readonly #moveListeners = new Set<() => void>();
  #states: readonly HostState[] = [];
  #timer: NodeJS.Timeout | undefined;
  /** The cluster of the last primary, and the newest timeline seen there. */
  #system: string | undefined;
  #timeline = 0;
  readonly #replacedSystems = new Set<string>();
  /** The cluster in which each host was last seen. */
  readonly #systemsOfHosts = new Map<string, string>();
  #vacant = 0;
  #isMissed = false;
  #isClosed = false;

  constructor(url: string, log: Pick<BaseLogger, 'warn'>) {
    const urls = hostsOf(url);
    this.url = urls[0] ?? url;
    this.#log = log;
    this.#hosts = urls.length < 2 ? [] : urls.map((each) => ({ url: each, pool: makePool(each) }));
  }

  /** The last known state of each host; empty with a single host. */
  get states(): readonly HostState[] {
    return this.#states;
  }

  /** Calls `listener` whenever another host has become the primary: connections to the previous one are useless. */
  onMoved(listener: () => void): void {
    this.#moveListeners.add(listener);
  }

  /** Finds it now. Throws `NoPrimary`, or the error that keeps the hosts from answering. */
  async find(): Promise<void> {
    if (this.#hosts.length === 0) return;
    const answers = await Promise.allSettled(this.#hosts.map(({ pool }) => roleOf(pool)));
    const found = this.#hosts.flatMap(({ url }, at) => {
      const answer = answers[at];
      return answer?.status === 'fulfilled' ? [{ url, ...answer.value }] : [];
    });
    for (const { url, system } of found) this.#systemsOfHosts.set(url, system);
    const unknown = this.#hosts.filter((_, at) => isUnknown(answers[at]));
    const isHeld = unknown.some(({ url }) => this.#systemsOfHosts.get(url) === this.#system);
    const claims = found.flatMap(({ timeline, ...rest }) => (timeline === null ? [] : [{ ...rest, timeline }]));
    const [newest] = this.#acceptable(claims, isHeld).toSorted((a, b) => b.timeline - a.timeline);
    this.#states = this.#hosts.map(({ url }) => ({
      place: new URL(url).host,
      state: stateOf(
        found.find((one) => one.url === url),
        newest,
      ),
    }));
    if (newest !== undefined) this.#switchTo(newest);
    else if (found.length > 0) throw new NoPrimary('None of the servers is a primary.');
    else throw answers.find((answer) => answer.status === 'rejected')?.reason;
  }

  /** Looks for it repeatedly from now on, until `close`. */
  watch(): void {
    if (this.#hosts.length === 0 || this.#isClosed) return;
    this.#timer = setTimeout(() => {
      void this.find()
        .then(
          () => (this.#isMissed = false),
          (err: unknown) => {
            if (!this.#isMissed && !this.#isClosed) this.#log.warn({ err }, 'No host of DATABASE_URL is the primary at present.');
            this.#isMissed = true;
          },
        )
        .then(() => this.watch());
    }, pollIntervalMs);
    this.#timer.unref();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await Promise.all(this.#hosts.map(({ pool }) => pool.end()));
  }

  #acceptable(claims: readonly Claim[], isHeld: boolean): readonly Claim[] {
    const own = claims.filter(({ system }) => this.#system === undefined || system === this.#system);
    this.#vacant = own.length > 0 || isHeld ? 0 : this.#vacant + 1;
    if (own.length > 0) return own.filter(({ timeline }) => timeline >= this.#timeline);
    if (this.#vacant < vacantPolls) return [];
    return claims.filter(({ system }) => !this.#replacedSystems.has(system));
  }

  #switchTo({ url, system, timeline }: Claim): void {
    if (this.#system !== undefined && system !== this.#system) this.#replacedSystems.add(this.#system);
    this.#system = system;
    this.#timeline = timeline;
    if (url === this.url) return;
    const [from, to] = [new URL(this.url).host, new URL(url).host];
    this.url = url;
    this.#log.warn({ from, to }, 'Another host of DATABASE_URL is the primary.');
    for (const listener of this.#moveListeners) listener();
  }
}

/** What a host that says that it is the primary answers. */
interface Claim {
  readonly url: string;
  readonly system: string;
  readonly timeline: number;
}

/**
 * Whether a host may still be what it was: it told no role, and did not refuse the connection. A server that answers an error, as to a wrong
 * password, lives.
 */
function isUnknown(answer: PromiseSettledResult<unknown> | undefined): boolean {
  if (answer?.status !== 'rejected') return false;
  const { reason } = answer;
  return !(reason instanceof Error && 'code' in reason && reason.code === 'ECONNREFUSED');
}

type Found = { readonly url: string; readonly timeline: number | null } | undefined;

function stateOf(host: Found, newest: Found): HostState['state'] {
  if (host === undefined) return 'gone';
  if (host.timeline === null) return 'standby';
  return host.url === newest?.url ? 'primary' : 'old';
}

const makePool = (connectionString: string): pg.Pool =>
  openPool({
    connectionString,
    max: 1,
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
    keepAlive: true,
    application_name: 'back-office',
  });

/** Of each connection, since a server that is replaced cuts it. */
const systems = new WeakMap<pg.PoolClient, string>();

async function roleOf(pool: pg.Pool): Promise<Pick<Claim, 'system'> & { readonly timeline: number | null }> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ timeline: number | null }>(timelineQuery);
    const system = systems.get(client) ?? (await systemOf(client));
    systems.set(client, system);
    client.release();
    return { system, timeline: rows[0]?.timeline ?? null };
  } catch (error) {
    client.release(true);
    throw error;
  }
}

async function systemOf(client: pg.PoolClient): Promise<string> {
  const { rows } = await client.query<{ system: string }>(systemQuery).catch((error: unknown) => {
    if (error instanceof pg.DatabaseError && ['42501', '42883', '0A000'].includes(error.code ?? '')) return { rows: [] };
    throw error;
  });
  return rows[0]?.system ?? '';
}
