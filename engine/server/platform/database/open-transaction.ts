import type { Kysely, Transaction } from 'kysely';
import { isAborted, isUnavailable, OutcomeUnknown } from './database-errors.ts';
import { type Ending, refuseAfter, reserve } from './make-kysely.ts';
import { planOnce } from './planned.ts';
import { PlanningClient } from './planning-client.ts';
import { socketOf } from './socket-of.ts';
import { isOfStatement } from './statement-group.ts';

type TransactionHandle = Pick<OpenTransaction<unknown>, 'run' | 'send' | 'allowLongWork'>;
const openTransactions = new WeakMap<object, TransactionHandle>();

/** The transaction of this builder; undefined for a builder of the database itself. */
export const transactionOf = (db: object): TransactionHandle | undefined => openTransactions.get(db);

/**
 * An open transaction. Statements may be sent without waiting for their answers: once one fails, COMMIT can store
 * nothing, and the transaction fails with the first error.
 */
export class OpenTransaction<Schema> {
  readonly db: Transaction<Schema>;
  readonly #client: PlanningClient;
  #release: (broken?: boolean) => void;
  readonly #ending: Ending;
  readonly #begun: Promise<unknown>;
  readonly #sent: Promise<unknown>[] = [];

  /** Begins a transaction on a separate connection of the database. */
  static async begin<Schema>(db: Kysely<Schema>): Promise<OpenTransaction<Schema>> {
    const { client, transaction, ending } = await reserve(db);
    if (!(client instanceof PlanningClient)) throw new Error('The connections of this database are none that keep plans.');
    return new OpenTransaction(client, (broken) => client.release(broken), transaction, ending);
  }

  private constructor(client: PlanningClient, release: (broken?: boolean) => void, db: Transaction<Schema>, ending: Ending) {
    this.#client = client;
    this.#release = release;
    this.db = db;
    this.#ending = ending;
    openTransactions.set(db, this);
    client.failure = undefined;
    this.#begun = client.execute(planOnce('begin'), []);
    this.#track(this.#begun);
  }

  /** Runs a statement after all those sent earlier in this transaction; returns its rows. */
  async run<Row>(text: string, values: unknown[]): Promise<Row[]> {
    refuseAfter(this.#ending);
    return (await this.#client.execute<Row>(text, values)).rows;
  }

  /** The same without waiting. Its values must be unable to fail on the way: texts, numbers, Buffers, null, or lists of them. */
  send(text: string, values: unknown[]): void {
    refuseAfter(this.#ending);
    this.#track(this.#client.execute(text, values));
  }

  /**
   * Lifts the time limit of a statement and of silence on its connection, for work that no request waits for. The limit
   * on waiting for other transactions' locks stays.
   */
  async allowLongWork(): Promise<void> {
    const [socket, release] = [socketOf(this.#client), this.#release];
    const { timeout = 0 } = socket;
    socket.setTimeout(0);
    this.#release = (broken) => {
      socket.setTimeout(timeout);
      release(broken);
    };
    await this.run('set local statement_timeout = 0', []);
  }

  /** Commits. Throws the error of a statement that was sent, the error of COMMIT, or `OutcomeUnknown` if the connection broke in the meantime. */
  async commit(): Promise<void> {
    this.#ending.isOver = true;
    const { command } = await this.#client.execute(planOnce('commit'), []).catch(async (error: unknown) => {
      const cause = await this.#rollBackAndRelease();
      if (isAborted(error)) throw (await this.#firstFailure()) ?? cause ?? error;
      if (isOfStatement(error) && !isUnavailable(error)) throw error;
      throw new OutcomeUnknown('The connection to the database broke during COMMIT.', { cause: error });
    });
    // Not idle if the connection was ended after COMMIT was answered: then it is discarded.
    this.#release(this.#client.getTransactionStatus() !== 'I');
    // The database answers so if an earlier statement failed: nothing was stored.
    if (command === 'ROLLBACK')
      throw (await this.#firstFailure()) ?? new Error('A transaction was to be committed although a statement in it had failed.');
    await this.#begun.catch((error: unknown) => {
      throw new OutcomeUnknown('A transaction was not begun: what was asked in it was kept for itself, or not at all.', { cause: error });
    });
  }

  /** Rolls back, and returns the original error: that of a sent statement, or else the one that aborted the transaction, or `error`. */
  async rollback(error: unknown): Promise<unknown> {
    this.#ending.isOver = true;
    const cause = await this.#rollBackAndRelease();
    return (await this.#firstFailure()) ?? (isAborted(error) ? cause : undefined) ?? error;
  }

  /**
   * Returns the connection in any case, and returns the last error of a statement; a failing rollback means that the
   * connection is broken, and then the server rolls back by itself.
   */
  async #rollBackAndRelease(): Promise<unknown> {
    const broken = await this.#client.query('rollback').then(
      () => false,
      () => true,
    );
    const { failure } = this.#client;
    this.#release(broken);
    return failure;
  }

  #track(answer: Promise<unknown>): void {
    this.#sent.push(answer);
    answer.catch(() => undefined);
  }

  /** The error of the first sent statement that failed, unless only because the transaction was already aborted. */
  async #firstFailure(): Promise<unknown> {
    const failures = (await Promise.allSettled(this.#sent)).filter((one) => one.status === 'rejected');
    return failures.find(({ reason }) => !isAborted(reason))?.reason;
  }
}
