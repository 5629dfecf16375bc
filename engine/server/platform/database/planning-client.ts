import { channel } from 'node:diagnostics_channel';
import pg from 'pg';
import { maxPlanned, planNameOf, planNames, replanStatement } from './planned.ts';
import { isAborted, isDiskFull, isStalePlan } from './database-errors.ts';
import { type Answer, type PreparedStatements, prepareValue, protocolOf, StatementGroup } from './statement-group.ts';

/** The report of a statement: its text, with placeholders for values, and its duration in seconds. */
export interface EndedStatement {
  readonly text: string;
  readonly seconds: number;
}

const statementEnded = channel('back-office.statement');

/** Reports each statement that ends from now on, until the returned function is called. */
export function onStatement(listener: (statement: EndedStatement) => void): () => void {
  const onMessage = (message: unknown): void => listener(message as EndedStatement);
  statementEnded.subscribe(onMessage);
  return () => {
    statementEnded.unsubscribe(onMessage);
  };
}

const diskFull = channel('back-office.disk-full');

/** Reports the words of each refusal of a statement for which the disk of the database had no space, until the returned function is called. */
export function onDiskFull(listener: (words: string) => void): () => void {
  const onMessage = (message: unknown): void => listener(String(message));
  diskFull.subscribe(onMessage);
  return () => {
    diskFull.unsubscribe(onMessage);
  };
}

/** The ends of a transaction, whose duration says nothing about a statement. */
const ends: ReadonlySet<string> = new Set(['begin', 'commit']);

type Query<Result> = (query: { name?: string; text: string; values: unknown[] }) => Promise<Result>;

/**
 * A connection that keeps the plans of the statements registered with `planOnce`. Statements issued together are written to
 * the socket as one piece and pipelined: none waits for the answer of the one before it, and the database answers in order.
 */
export class PlanningClient extends pg.Client {
  #gathering = false;
  #group: StatementGroup | undefined;
  readonly #prepared: PreparedStatements = new Map();
  /** The names of all statements that were prepared here. */
  readonly #names = new Set<string>();

  /** Whether this connection has a database session of its own, so that prepared statements are still there next time. */
  readonly keepsPlans: boolean = true;

  /** The last error of a statement, unless it failed only because the transaction was already aborted (25P02). */
  failure: unknown;

  /** Whether statements are pipelined; never while one streams rows (COPY). */
  override pipeline = true;

  // Only the call signature of the query builder is handled here: a text with its values, returning a promise.
  override query = ((...args: unknown[]) => {
    this.#gather();
    this.#endGroup();
    const [text, values, callback] = args;
    const ask = super.query.bind(this) as (...given: unknown[]) => unknown;
    if (!this.keepsPlans && isNamed(text)) return ask({ ...text, name: undefined }, ...args.slice(1));
    if (typeof text !== 'string' || !Array.isArray(values) || callback !== undefined) return ask(...args);
    return this.#run((query) => super.query(query), text, values);
  }) as pg.Client['query'];

  /**
   * Runs a statement and gives its rows, with the builder's names for columns, and its command. It is queued on the socket when
   * this returns, so later statements reach the database after it. Statements issued together form one group.
   */
  async execute<Row>(text: string, values: unknown[]): Promise<Answer<Row>> {
    if (!this.pipeline) throw new Error('A connection that sends streams of rows has no transaction of its own.');
    this.#gather();
    const began = performance.now();
    const name = this.#nameOf(text);
    this.#group ??= super.query(new StatementGroup(this, this.#prepared));
    try {
      return (await this.#group.add(text, name, values)) as Answer<Row>;
    } catch (error) {
      // The caller must retry: after an error, a transaction accepts no further statement (`isRetryable`).
      if (isStalePlan(error) && planNameOf(text) === name) replanStatement(text);
      this.#recordFailure(error);
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    } finally {
      if (statementEnded.hasSubscribers && !ends.has(text))
        statementEnded.publish({ text, seconds: (performance.now() - began) / 1000 } satisfies EndedStatement);
    }
  }

  /** Frees the prepared statements that are no longer used, if there are too many. For a connection that nobody uses at the moment. */
  freePlans(): void {
    if (this.#names.size <= maxPlanned) return;
    const used = planNames();
    const unused = [...this.#names].filter((name) => !used.has(name));
    const { parsedStatements: parsed } = protocolOf(this.connection);
    const prepared = unused.filter((name) => parsed[name] !== undefined);
    for (const name of unused) {
      this.#names.delete(name);
      this.#prepared.delete(name);
      delete parsed[name];
    }
    // Fails only with the connection.
    if (prepared.length > 0) this.query(prepared.map((name) => `deallocate "${name}"`).join('; ')).catch(() => undefined);
  }

  /** The name under which this connection prepares the statement; undefined if it plans it at each run. */
  #nameOf(text: string): string | undefined {
    const name = this.keepsPlans ? planNameOf(text) : undefined;
    if (name !== undefined) this.#names.add(name);
    return name;
  }

  #endGroup(): void {
    this.#group?.end();
    this.#group = undefined;
  }

  /** Corks the socket until all statements of this moment are queued: a write costs more than all the rest of a statement. */
  #gather(): void {
    if (this.#gathering) return;
    this.#gathering = true;
    const { stream } = this.connection;
    stream.cork();
    process.nextTick(() => {
      this.#gathering = false;
      this.#endGroup();
      stream.uncork();
    });
  }

  async #run<Result>(ask: Query<Result>, text: string, values: unknown[]): Promise<Result> {
    if (!statementEnded.hasSubscribers) return this.#runPlanned(ask, text, values);
    const began = performance.now();
    try {
      return await this.#runPlanned(ask, text, values);
    } finally {
      statementEnded.publish({ text, seconds: (performance.now() - began) / 1000 } satisfies EndedStatement);
    }
  }

  async #runPlanned<Result>(ask: Query<Result>, text: string, values: unknown[]): Promise<Result> {
    const name = this.#nameOf(text);
    // The driver would close a prepared statement when a value cannot be converted to text, and still believe it prepared.
    const texts = name === undefined ? values : values.map(prepareValue);
    try {
      return await ask({ ...(name === undefined ? {} : { name }), text, values: texts });
    } catch (error) {
      this.#recordFailure(error);
      if (name === undefined || !isStalePlan(error)) throw error;
      if (planNameOf(text) === name) replanStatement(text);
      // After an error, a transaction accepts no further statement: it is retried as a whole (`isRetryable`).
      if (this.getTransactionStatus() !== 'I') throw error;
      return ask({ name: this.#nameOf(text) ?? '', text, values: texts });
    }
  }

  #recordFailure(error: unknown): void {
    if (!isAborted(error)) this.failure = error;
    if (isDiskFull(error)) diskFull.publish(error.message);
  }
}

/** A client of a shared session (`Database.sharesSessions`). */
export class SharedClient extends PlanningClient {
  override readonly keepsPlans = false;
}

const isNamed = (asked: unknown): asked is { name: string } =>
  typeof asked === 'object' && asked !== null && 'name' in asked && typeof asked.name === 'string';
