import type { Kysely, Transaction } from 'kysely';
import { isAborted, isUnavailable, OutcomeUnknown } from './database-errors.ts';
import { type Ending, refuseAfter, reserve } from './make-kysely.ts';
import { planOnce } from './planned.ts';
import { PlanningClient } from './planning-client.ts';
import { socketOf } from './socket-of.ts';
import { isOfStatement } from './statement-group.ts';

const [begin, commit] = [planOnce('begin'), planOnce('commit')];
type Open = Pick<OpenTransaction<unknown>, 'run' | 'send' | 'allowLongWork'>;
const open = new WeakMap<object, Open>();

/** The transaction that this builder is of; undefined for one of the database itself. */
export const transactionOf = (db: object): Open | undefined => open.get(db);

/**
 * A transaction under way. Statements may be sent without waiting for their answers: the first that fails leaves nothing
 * that COMMIT could keep, and is what the transaction fails with.
 */
export class OpenTransaction<Schema> {
  readonly db: Transaction<Schema>;
  readonly #client: PlanningClient;
  #release: (broken?: boolean) => void;
  readonly #ending: Ending;
  readonly #begun: Promise<unknown>;
  readonly #sent: Promise<unknown>[] = [];

  /** Begins one on a connection of the database's own. */
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
    open.set(db, this);
    client.failure = undefined;
    this.#begun = client.ask(begin, []);
    this.#keep(this.#begun);
  }

  /** Runs a statement, which reaches the database after all that were asked of this transaction before; gives its rows. */
  async run<Row>(text: string, values: unknown[]): Promise<Row[]> {
    refuseAfter(this.#ending);
    return (await this.#client.ask<Row>(text, values)).rows;
  }

  /** The same without waiting. Its values must be such as cannot fail on their way: texts, numbers, Buffers, null, or lists of them. */
  send(text: string, values: unknown[]): void {
    refuseAfter(this.#ending);
    this.#keep(this.#client.ask(text, values));
  }

  /**
   * Lets a statement take as long as it takes, and its connection be silent for so long: for work that no request waits for. What
   * another transaction holds is waited for no longer than before.
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

  /**
   * Ends it. Throws what a statement failed with that was sent, what COMMIT fails with, and `OutcomeUnknown` when the
   * connection broke in the meantime.
   */
  async commit(): Promise<void> {
    this.#ending.isOver = true;
    const { command } = await this.#client.ask(commit, []).catch(async (error: unknown) => {
      const cause = await this.#undo();
      if (isAborted(error)) throw (await this.#failure()) ?? cause ?? error;
      if (isOfStatement(error) && !isUnavailable(error)) throw error;
      throw new OutcomeUnknown('The connection to the database broke during COMMIT.', { cause: error });
    });
    // Broken where it was ended after COMMIT was answered.
    this.#release(this.#client.getTransactionStatus() !== 'I');
    // So says the database where a statement failed before: nothing was kept.
    if (command === 'ROLLBACK')
      throw (await this.#failure()) ?? new Error('A transaction was to be committed although a statement in it had failed.');
    await this.#begun.catch((error: unknown) => {
      throw new OutcomeUnknown('A transaction was not begun: what was asked in it was kept for itself, or not at all.', { cause: error });
    });
  }

  /** Undoes it, and gives what it failed with: what was sent before, or else what made the error that is at hand, or this. */
  async rollback(error: unknown): Promise<unknown> {
    this.#ending.isOver = true;
    const cause = await this.#undo();
    return (await this.#failure()) ?? (isAborted(error) ? cause : undefined) ?? error;
  }

  /**
   * Returns the connection in any case, and gives what a statement failed with last; a failing rollback means that the connection is broken, and
   * then the server rolls back by itself.
   */
  async #undo(): Promise<unknown> {
    const broken = await this.#client.query('rollback').then(
      () => false,
      () => true,
    );
    const { failure } = this.#client;
    this.#release(broken);
    return failure;
  }

  #keep(asked: Promise<unknown>): void {
    this.#sent.push(asked);
    asked.catch(() => undefined);
  }

  /** What the first of the sent statements failed with, if not for another's sake. */
  async #failure(): Promise<unknown> {
    const failures = (await Promise.allSettled(this.#sent)).filter((one) => one.status === 'rejected');
    return failures.find(({ reason }) => !isAborted(reason))?.reason;
  }
}
