import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Cluster } from './start-cluster.ts';

interface Report {
  /** Titles whose save was acknowledged. */
  readonly acknowledged: readonly string[];
  /** Of those, titles that are not stored: must be none. */
  readonly lost: readonly string[];
  /** Titles that are stored more than once: must be none. */
  readonly twice: readonly string[];
  /** Failed answers by kind; each such call was repeated with its key. */
  readonly refused: Readonly<Record<string, number>>;
}

/** This many clients write at once, each with short pauses, so that a starting node gets a share of a small machine. */
const clients = 6;
const pauseMs = 10;

/**
 * Clients behind nginx that save drafts of notices, one after the other: after no answer, or a 5xx, they repeat the
 * request with the same `Idempotency-Key`, as the browser does.
 */
export class WriteLoad {
  readonly #cluster: Cluster;
  readonly #name = randomUUID();
  readonly #acknowledged: string[] = [];
  readonly #refused: Record<string, number> = {};
  readonly #clients: Promise<void>[];
  #stopped = false;

  constructor(cluster: Cluster, token: string) {
    this.#cluster = cluster;
    this.#clients = Array.from({ length: clients }, (_, at) => this.#write(token, at));
  }

  get count(): number {
    return this.#acknowledged.length;
  }

  get refused(): Readonly<Record<string, number>> {
    return this.#refused;
  }

  async stop(): Promise<Report> {
    this.#stopped = true;
    await Promise.all(this.#clients);
    const { rows } = await this.#cluster.pool.query<{ title: string; count: string }>(
      'SELECT msg_title AS title, count(*) FROM sys_msg WHERE msg_title LIKE $1 GROUP BY msg_title',
      [`${this.#name}%`],
    );
    const stored = new Set(rows.map(({ title }) => title));
    return {
      acknowledged: this.#acknowledged,
      lost: this.#acknowledged.filter((title) => !stored.has(title)),
      twice: rows.filter(({ count }) => count !== '1').map(({ title }) => title),
      refused: this.#refused,
    };
  }

  async #write(token: string, client: number): Promise<void> {
    for (let at = 0; !this.#stopped; at += 1) {
      const msgTitle = `${this.#name} ${client} ${at}`;
      const key = randomUUID();
      while (!(await this.#save(token, msgTitle, key))) await wait(pauseMs);
      this.#acknowledged.push(msgTitle);
      await wait(pauseMs);
    }
  }

  /** True if it was acknowledged; an answer that a repeat will not change ends the test. */
  async #save(token: string, msgTitle: string, key: string): Promise<boolean> {
    const options = { token, body: { msgTitle, msgContent: 'x' }, headers: { 'idempotency-key': key } };
    const answer = await this.#cluster.call('nginx', 'POST', 'sys/msg/save', options).catch((error: NodeJS.ErrnoException) => error);
    if (!(answer instanceof Error) && answer.code === 20000) return true;
    const what = answer instanceof Error ? (answer.code ?? answer.message) : `${answer.status} ${answer.code ?? ''}`.trim();
    this.#refused[what] = (this.#refused[what] ?? 0) + 1;
    if (!(answer instanceof Error) && answer.status < 500) throw new Error(`A save was refused: ${answer.text}`);
    return false;
  }
}
