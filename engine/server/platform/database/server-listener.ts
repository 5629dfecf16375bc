import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { BaseLogger } from 'pino';
import { connectionTo } from './connection-to.ts';
import { DatabaseSocket } from './database-socket.ts';
import { busRenewalMs, registerLiveBus } from './register-live-bus.ts';
import { findSchema, type SchemaPlace, searchPath } from './own-schema.ts';
import type { Primary } from './primary.ts';
import { socketOf } from './socket-of.ts';

/** Called with the notifications of one channel. */
export interface ChannelListener {
  /** Called for each notification, after the sender's transaction committed. */
  onMessage: (payload: string) => void;
  /** Listening has begun, or begun again: earlier notifications may have been missed. */
  connected: () => void;
}

/** Waits before the next attempt to connect, in milliseconds; the last one repeats. */
const waitsMs = [500, 1000, 2000, 5000];
/** How long a silent connection has to answer what begins listening, and the probe sent every `busRenewalMs` (docs/hardening.md H17). */
const answerMs = 4_000;

/** Listens to a channel of the primary on a separate connection; a broken one is reopened until `stop`. */
export class ServerListener {
  readonly #primary: Pick<Primary, 'url' | 'onMoved'>;
  readonly #channel: string;
  readonly #listener: ChannelListener;
  readonly #log: Pick<BaseLogger, 'warn'>;
  readonly #place: SchemaPlace;
  #client: pg.Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #failures = 0;
  #stopped = false;

  constructor(
    primary: Pick<Primary, 'url' | 'onMoved'>,
    channel: string,
    listener: ChannelListener,
    { log, place }: { log: Pick<BaseLogger, 'warn'>; place: SchemaPlace },
  ) {
    this.#primary = primary;
    this.#channel = channel;
    this.#listener = listener;
    this.#log = log;
    this.#place = place;
    primary.onMoved(() => {
      if (this.#client !== undefined) this.#handleLoss(this.#client, new Error('Another host is the primary.'));
    });
    this.#connect();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    const last = this.#client;
    this.#client = undefined;
    if (last !== undefined) await Promise.race([last.end().catch(() => undefined), wait(1000, undefined, { ref: false })]);
  }

  #connect(): void {
    const client = new pg.Client({
      stream: () => new DatabaseSocket(),
      ...connectionTo(this.#primary.url),
      keepAlive: true,
      connectionTimeoutMillis: answerMs,
      application_name: 'back-office',
    });
    this.#client = client;
    client.on('error', (error) => this.#handleLoss(client, error));
    client.on('end', () => this.#handleLoss(client, new Error('The database closed the connection.')));
    client.on('notification', ({ payload }) => {
      if (client === this.#client) this.#listener.onMessage(payload ?? '');
    });
    this.#listen(client).catch((error: unknown) => this.#handleLoss(client, error));
  }

  async #listen(client: pg.Client): Promise<void> {
    await client.connect();
    const answerTimer = this.#expectAnswer(client);
    const wasRegistered = await this.#begin(client).finally(() => clearTimeout(answerTimer));
    if (client !== this.#client) return;
    this.#failures = 0;
    this.#listener.connected();
    this.#later(() => this.#probe(client, wasRegistered), busRenewalMs);
  }

  async #begin(client: pg.Client): Promise<boolean> {
    await client.query(`SELECT set_config('search_path', $1, false)`, [searchPath(await findSchema(client, this.#place))]);
    const wasRegistered = await registerLiveBus(client, 'notify');
    await client.query(`LISTEN ${pg.escapeIdentifier(this.#channel)}`);
    return wasRegistered;
  }

  #expectAnswer(client: pg.Client): NodeJS.Timeout {
    return setTimeout(() => this.#handleLoss(client, new Error('The database did not answer.')), answerMs);
  }

  /**
   * A network that drops every packet reports no error, so the connection is probed. Transactions from before the first
   * registration, which may have sent by the other way, have ended by then.
   */
  #probe(client: pg.Client, wasRegistered = true): void {
    const answerTimer = this.#expectAnswer(client);
    registerLiveBus(client, 'notify').then(
      () => {
        clearTimeout(answerTimer);
        if (client !== this.#client) return;
        if (!wasRegistered) this.#listener.connected();
        this.#later(() => this.#probe(client), busRenewalMs);
      },
      (error: unknown) => {
        clearTimeout(answerTimer);
        this.#handleLoss(client, error);
      },
    );
  }

  #handleLoss(client: pg.Client, error: unknown): void {
    if (client !== this.#client || this.#stopped) return;
    this.#client = undefined;
    // A connection that hangs does not react to a normal close.
    socketOf(client).destroy();
    if (this.#failures === 0) this.#log.warn({ err: error }, 'The connection that listens to the database broke.');
    this.#later(() => this.#connect(), waitsMs[Math.min(this.#failures, waitsMs.length - 1)] ?? 0);
    this.#failures += 1;
  }

  #later(work: () => void, ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(work, ms);
    this.#timer.unref();
  }
}
