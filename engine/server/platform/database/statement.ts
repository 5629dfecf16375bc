import { CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely';
import { transactionOf } from './open-transaction.ts';
import { planOnce } from './planned.ts';
import type { Tables } from './tables.ts';

/** A query of the builder, or `sql`. */
interface Compilable<Row> {
  compile(db: Kysely<Tables>): CompiledQuery<Row>;
}

/** The place of a value. */
class Given {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Stands in a statement for the value that `Statement.run` is given under this name. */
export const given = <Value = unknown>(name: string): RawBuilder<Value> => sql<Value>`${new Given(name)}`;

/**
 * A statement that is put together at its first run and planned once a connection: for what every read of a record and
 * every save asks, where either takes longer than the work itself. Values that differ from run to run stand in it as
 * `given('name')`; all others stay as they were at the first run.
 */
export class Statement<Row = unknown> {
  /** Let go of once it was called: it may hold a whole request. */
  #build: (() => Compilable<Row>) | undefined;
  #text = '';
  #parameters: readonly unknown[] = [];

  constructor(build: () => Compilable<Row>) {
    this.#build = build;
  }

  /** Runs it in the database or the caller's transaction, and gives its rows. */
  async run(db: Kysely<Tables>, values: Readonly<Record<string, unknown>> = {}): Promise<Row[]> {
    const parameters = this.#compile(db, values);
    const transaction = transactionOf(db);
    if (transaction !== undefined) return transaction.run<Row>(this.#text, parameters);
    const { rows } = await db.executeQuery(CompiledQuery.raw(this.#text, parameters) as CompiledQuery<Row>);
    return rows;
  }

  /**
   * Runs it without waiting for its end where there is a transaction, which fails if it does (`OpenTransaction.send`); its
   * values are texts, numbers, Buffers or null, or lists of them. Outside of one it is waited for.
   */
  async send(db: Kysely<Tables>, values: Readonly<Record<string, unknown>> = {}): Promise<void> {
    const transaction = transactionOf(db);
    if (transaction === undefined) await this.run(db, values);
    else {
      const parameters = this.#compile(db, values);
      transaction.send(this.#text, parameters);
    }
  }

  /** Puts it together at the first time, and gives the values in their places. */
  #compile(db: Kysely<Tables>, values: Readonly<Record<string, unknown>>): unknown[] {
    if (this.#build !== undefined) {
      const { sql: text, parameters } = this.#build().compile(db);
      this.#text = planOnce(text);
      this.#parameters = parameters;
      this.#build = undefined;
    }
    return this.#parameters.map((value) => (value instanceof Given ? values[value.name] : value));
  }
}

interface Kept {
  readonly further: WeakMap<object, Kept>;
  readonly statements: Map<string, unknown>;
}

const nothingKept = (): Kept => ({ further: new WeakMap(), statements: new Map() });
const all = nothingKept();

/**
 * The statement of that name that was put together for just these objects, which is kept as long as they live. They must
 * be all that it is made from: the declaration, and, where it depends on who asks, their rights.
 */
export function statementFor<Row>(objects: readonly object[], name: string, build: () => Compilable<Row>): Statement<Row> {
  let kept = all;
  for (const object of objects) {
    let next = kept.further.get(object);
    if (next === undefined) kept.further.set(object, (next = nothingKept()));
    kept = next;
  }
  let statement = kept.statements.get(name) as Statement<Row> | undefined;
  if (statement === undefined) kept.statements.set(name, (statement = new Statement(build)));
  return statement;
}
