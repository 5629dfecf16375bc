import pg from 'pg';
import { nameOf } from './make-kysely.ts';

/** The result of a statement: its rows, and the database's command tag, such as COMMIT. */
export interface Answer<Row = Record<string, unknown>> {
  readonly rows: Row[];
  readonly command: string;
}

interface Column {
  readonly name: string;
  readonly read: (value: string) => unknown;
}

/** A statement that a connection has prepared, from one Parse to the next: by then a table may have other columns. */
interface Prepared {
  /** Empty for a statement that returns no rows; unknown before its first run. */
  columns: readonly Column[] | undefined;
  runs: number;
  /** The number of runs after which it is planned again. */
  readonly until: number;
}

/** A connection's prepared statements by their names. */
export type PreparedStatements = Map<string, Prepared>;

/** A plan made while a table was small reads all of it, until the database updates its statistics, which may take long. */
const plannedAnewAfter = { first: 64, times: 8 };

/** Knows the parsers of types: a client. */
interface Typed {
  getTypeParser(type: number, format: 'text'): Column['read'];
}

interface PendingStatement {
  readonly text: string;
  readonly name: string | undefined;
  readonly values: unknown[];
  readonly rows: Record<string, unknown>[];
  prepared: Prepared | undefined;
  columns: readonly Column[] | undefined;
  command: string;
  isRenewed: boolean;
  error: Error | undefined;
  settle: () => void;
  fail: (error: unknown) => void;
}

interface Description {
  readonly fields: readonly { name: string; dataTypeID: number }[];
}

// Members of `pg` that its published types omit.
interface Protocol {
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Record<string, string>;
  parse(statement: { name: string | undefined; text: string }): void;
  bind(values: { statement: string | undefined; values: unknown[] }): void;
  describe(what: { type: 'P' }): void;
  execute(): void;
  close(what: { type: 'S'; name: string }): void;
  sync(): void;
}

/** The members of a client's connection that its published type omits. */
export const protocolOf = (connection: unknown): Protocol => connection as Protocol;

export const { prepareValue } = (pg as unknown as { utils: { prepareValue(this: void, value: unknown): unknown } }).utils;

/**
 * Statements of one transaction that are issued together, as one piece of the protocol: the database answers all of
 * them with one write, instead of one write each. After one that fails it skips the rest, which fail as they would in
 * any aborted transaction. The row description of a prepared statement is requested only the first time; after 64 runs
 * it is planned again, and then after eight times as many each time.
 *
 * The client treats it as one query, and reads the name and text of the statement that is being answered from it.
 */
export class StatementGroup extends pg.Query {
  name: string | undefined;
  text = '';
  /** Set by the client if it limits the duration of a query. */
  declare callback: (() => void) | undefined;
  readonly #client: Typed;
  readonly #prepared: PreparedStatements;
  readonly #statements: PendingStatement[] = [];
  #answered = 0;
  #connection: Protocol | undefined;

  constructor(client: Typed, prepared: PreparedStatements) {
    super({ text: '' });
    this.#client = client;
    this.#prepared = prepared;
  }

  /** Adds a statement, which is written at once. */
  add(text: string, name: string | undefined, values: unknown[]): Promise<Answer> {
    const texts = values.map(prepareValue);
    return new Promise((resolve, reject) => {
      const statement: PendingStatement = {
        text,
        name,
        values: texts,
        rows: [],
        prepared: undefined,
        columns: undefined,
        command: '',
        isRenewed: false,
        error: undefined,
        settle: () => {
          if (statement.error === undefined) resolve({ rows: statement.rows, command: statement.command });
          else reject(statement.error);
        },
        fail: reject,
      };
      this.#statements.push(statement);
      if (this.#statements.length === 1) this.#show();
      if (this.#connection !== undefined) this.#write(this.#connection, statement);
    });
  }

  /** The client has accepted it; if the connection is broken, the client calls `handleError` instead. */
  override submit = (connection: unknown): void => {
    this.#connection = protocolOf(connection);
  };

  /** No more statements follow: the database may answer. */
  end(): void {
    this.#connection?.sync();
  }

  handleRowDescription({ fields }: Description): void {
    const columns = fields.map(({ name, dataTypeID }) => ({ name: nameOf(name), read: this.#client.getTypeParser(dataTypeID, 'text') }));
    const statement = this.#current();
    if (statement !== undefined) statement.columns = columns;
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const statement = this.#current();
    if (statement === undefined || statement.error !== undefined) return;
    try {
      statement.rows.push(rowOf(statement.columns ?? [], fields));
    } catch (error) {
      statement.error = error instanceof Error ? error : new Error('A value of the database could not be read.', { cause: error });
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const statement = this.#current();
    if (statement === undefined) return;
    statement.command = text;
    if (statement.prepared !== undefined) statement.prepared.columns ??= statement.columns ?? [];
    this.#answered += 1;
    this.#show();
  }

  /** The answer to an empty statement, such as a comment alone. */
  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  handleReadyForQuery(): void {
    this.callback?.();
    for (const statement of this.#statements) statement.settle();
  }

  /** The database reports one error and skips every later statement of the group; or the connection broke. */
  handleError(error: unknown): void {
    this.callback?.();
    const lost = isMissingPlan(error) ? this.name : undefined;
    if (lost !== undefined) delete this.#connection?.parsedStatements[lost];
    for (const [at, statement] of this.#statements.entries()) {
      if (at < this.#answered) statement.settle();
      else statement.fail(at > this.#answered && isOfStatement(error) ? abortedError() : error);
      if (at > this.#answered) this.#markUnprepared(statement);
    }
  }

  /** A skipped statement was not prepared; one that was to be prepared again still has its old plan. */
  #markUnprepared({ name, text, isRenewed }: PendingStatement): void {
    if (name === undefined || this.#connection === undefined) return;
    delete this.#connection.submittedNamedStatements[name];
    if (isRenewed) this.#connection.parsedStatements[name] = text;
  }

  #write(connection: Protocol, statement: PendingStatement): void {
    const { text, name, values } = statement;
    if (name === undefined) connection.parse({ name, text });
    else statement.prepared = this.#prepare(connection, statement, name);
    connection.bind({ statement: name, values });
    statement.columns = statement.prepared?.columns;
    if (statement.columns === undefined) connection.describe({ type: 'P' });
    connection.execute();
  }

  /** Prepares the statement if it has no plan yet, or again after many runs; not while its last Parse is still unanswered. */
  #prepare(connection: Protocol, statement: PendingStatement, name: string): Prepared {
    const { parsedStatements: parsed, submittedNamedStatements: submitted } = connection;
    let prepared = this.#prepared.get(name) ?? { columns: undefined, runs: 0, until: plannedAnewAfter.first };
    if (++prepared.runs > prepared.until && parsed[name] !== undefined) {
      statement.isRenewed = true;
      connection.close({ type: 'S', name });
      delete parsed[name];
    }
    if (parsed[name] === undefined && submitted[name] === undefined) {
      connection.parse({ name, text: statement.text });
      submitted[name] = statement.text;
      const { runs, until } = prepared;
      prepared = { columns: undefined, runs, until: statement.isRenewed ? until * plannedAnewAfter.times : until };
    }
    this.#prepared.set(name, prepared);
    return prepared;
  }

  #current(): PendingStatement | undefined {
    return this.#statements[this.#answered];
  }

  /** Shows the client which statement is being answered. */
  #show(): void {
    const statement = this.#current();
    this.name = statement?.name;
    this.text = statement?.text ?? '';
  }
}

function rowOf(columns: readonly Column[], values: readonly (string | null)[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [at, { name, read }] of columns.entries()) {
    const value = values[at];
    row[name] = value === null || value === undefined ? null : read(value);
  }
  return row;
}

/** The codes of errors that end a connection: their severity is in the server's language. */
const ending = /^(08|57P|25P0[34]|XX)/;

/** Whether the error concerns a statement and the connection goes on, as opposed to an error that ends the connection. */
export function isOfStatement(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError) || error.severity === 'FATAL' || error.severity === 'PANIC') return false;
  return error.severity === 'ERROR' || (error.code !== undefined && !ending.test(error.code));
}

/** Whether the database lacks a prepared statement (26000). */
const isMissingPlan = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '26000';

const abortedError = (): Error => Object.assign(new Error('An earlier statement of the transaction failed.'), { code: '25P02' });
