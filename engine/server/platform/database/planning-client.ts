import { channel } from 'node:diagnostics_channel';
import pg from 'pg';
import { planAnew, planNameOf } from './planned.ts';
import { isAborted, isStalePlan } from './database-errors.ts';
import { type Answer, type PreparedStatements, prepareValue, StatementGroup } from './statement-group.ts';

/** What is told of a statement: its text, with places for values, and how many seconds it took. */
export interface EndedStatement {
  readonly text: string;
  readonly seconds: number;
}

const statementEnded = channel('back-office.statement');

/** Tells each statement that ends from now on, until the function that it gives is called. */
export function onStatement(told: (statement: EndedStatement) => void): () => void {
  const hear = (message: unknown): void => told(message as EndedStatement);
  statementEnded.subscribe(hear);
  return () => {
    statementEnded.unsubscribe(hear);
  };
}

/** The ends of a transaction, whose time says nothing of a statement. */
const ends: ReadonlySet<string> = new Set(['begin', 'commit']);

type Query<Result> = (query: { name?: string; text: string; values: unknown[] }) => Promise<Result>;

/**
 * A connection that keeps the plans of the statements that `planOnce` was told of. What is asked at one moment is written to
 * the socket as one piece, and no statement waits for the answer of the one before it: the database answers in their order.
 */
export class PlanningClient extends pg.Client {
  #gathering = false;
  #group: StatementGroup | undefined;
  readonly #prepared: PreparedStatements = new Map();

  /** Whether the session is this connection's own, and what it prepared is there the next time. */
  readonly keepsPlans: boolean = true;

  /** What a statement failed with last, if not for another’s sake (25P02). */
  failure: unknown;

  /** Whether statements wait for no answer; never while one sends or takes a stream of rows (COPY). */
  override pipeline = true;

  // Of the ways to ask only that of the builder is of concern here: a text with its values, and a promise.
  override query = ((...asked: unknown[]) => {
    this.#gather();
    this.#endGroup();
    const [text, values, callback] = asked;
    const ask = super.query.bind(this) as (...given: unknown[]) => unknown;
    if (!this.keepsPlans && isNamed(text)) return ask({ ...text, name: undefined }, ...asked.slice(1));
    if (typeof text !== 'string' || !Array.isArray(values) || callback !== undefined) return ask(...asked);
    return this.#run((query) => super.query(query), text, values);
  }) as pg.Client['query'];

  /**
   * Asks a statement, and gives its rows with the names that the builder gives columns, and what it did. It is on its way when
   * this returns: what is asked afterwards reaches the database after it. What is asked at one moment is one group.
   */
  async ask<Row>(text: string, values: unknown[]): Promise<Answer<Row>> {
    if (!this.pipeline) throw new Error('A connection that sends streams of rows has no transaction of its own.');
    this.#gather();
    const began = performance.now();
    const name = this.keepsPlans ? planNameOf(text) : undefined;
    this.#group ??= super.query(new StatementGroup(this, this.#prepared));
    try {
      return (await this.#group.add(text, name, values)) as Answer<Row>;
    } catch (error) {
      // It is for whoever asks to ask again: inside a transaction nothing more can be asked (`isRetryable`).
      if (isStalePlan(error) && planNameOf(text) === name) planAnew(text);
      this.#note(error);
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    } finally {
      if (statementEnded.hasSubscribers && !ends.has(text))
        statementEnded.publish({ text, seconds: (performance.now() - began) / 1000 } satisfies EndedStatement);
    }
  }

  #endGroup(): void {
    this.#group?.end();
    this.#group = undefined;
  }

  /** Holds back what is written until all that is asked at this moment is there: a write takes longer than the rest of asking. */
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
    const name = this.keepsPlans ? planNameOf(text) : undefined;
    // The driver would close a planned one where a value has no text, and still believe that it is prepared.
    const texts = name === undefined ? values : values.map(prepareValue);
    try {
      return await ask({ ...(name === undefined ? {} : { name }), text, values: texts });
    } catch (error) {
      this.#note(error);
      if (name === undefined || !isStalePlan(error)) throw error;
      if (planNameOf(text) === name) planAnew(text);
      // Inside a transaction nothing more can be asked: it is run again (`isRetryable`).
      if (this.getTransactionStatus() !== 'I') throw error;
      return ask({ name: planNameOf(text) ?? '', text, values: texts });
    }
  }

  #note(error: unknown): void {
    if (!isAborted(error)) this.failure = error;
  }
}

/** One of a session that others have too (`Database.sharesSessions`). */
export class SharedClient extends PlanningClient {
  override readonly keepsPlans = false;
}

const isNamed = (asked: unknown): asked is { name: string } =>
  typeof asked === 'object' && asked !== null && 'name' in asked && typeof asked.name === 'string';
