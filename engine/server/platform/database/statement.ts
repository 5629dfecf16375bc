import { CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely';
import { LruMap } from '../lru-map.ts';
import { transactionOf } from './open-transaction.ts';
import { planOnce } from './planned.ts';
import type { Tables } from './tables.ts';

/** A query of the builder, or `sql`. */
interface Compilable<Row> {
  compile(db: Kysely<Tables>): CompiledQuery<Row>;
}

/** The placeholder of a value. */
class Given {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Placeholder in a statement for the value that `Statement.run` receives under this name. */
export const given = <Value = unknown>(name: string): RawBuilder<Value> => sql<Value>`${new Given(name)}`;

/**
 * A statement that is built at its first run and planned once per connection: for statements of every read and every
 * save, where building or planning takes longer than the work itself. Values that differ between runs appear as
 * `given('name')`; all others stay as they were at the first run.
 */
export class Statement<Row = unknown> {
  /** Released after the first call: it may hold a whole request. */
  #build: (() => Compilable<Row>) | undefined;
  #text = '';
  #parameters: readonly unknown[] = [];

  constructor(build: () => Compilable<Row>) {
    this.#build = build;
  }

  /** Runs it in the database or the caller's transaction, and returns its rows. */
  async run(db: Kysely<Tables>, values: Readonly<Record<string, unknown>> = {}): Promise<Row[]> {
    const parameters = this.#compile(db, values);
    const transaction = transactionOf(db);
    if (transaction !== undefined) return transaction.run<Row>(this.#text, parameters);
    const { rows } = await db.executeQuery(CompiledQuery.raw(this.#text, parameters) as CompiledQuery<Row>);
    return rows;
  }

  /**
   * In a transaction, runs it without waiting for the result; if it fails, so does the transaction (`OpenTransaction.send`). Its values are texts,
   * numbers, Buffers or null, or lists of them. Outside a transaction it is awaited.
   */
  async send(db: Kysely<Tables>, values: Readonly<Record<string, unknown>> = {}): Promise<void> {
    const transaction = transactionOf(db);
    if (transaction === undefined) await this.run(db, values);
    else {
      const parameters = this.#compile(db, values);
      transaction.send(this.#text, parameters);
    }
  }

  /** Builds it the first time, and returns the values in order. */
  #compile(db: Kysely<Tables>, values: Readonly<Record<string, unknown>>): unknown[] {
    if (this.#build !== undefined) {
      const { sql: text, parameters } = this.#build().compile(db);
      this.#text = text;
      this.#parameters = parameters;
      this.#build = undefined;
    }
    this.#text = planOnce(this.#text);
    return this.#parameters.map((value) => (value instanceof Given ? values[value.name] : value));
  }
}

/** Most statements cached for the same objects: callers choose which fields they save, and there are many combinations of those. */
const maxStatements = 200;

interface StatementCache {
  readonly further: WeakMap<object, StatementCache>;
  readonly statements: LruMap<string, unknown>;
}

const makeCache = (): StatementCache => ({ further: new WeakMap(), statements: new LruMap(maxStatements) });
const rootCache = makeCache();

/**
 * The statement of that name built for exactly these objects, cached as long as they live, unless 200 others of theirs were used since. They must be all
 * that it is built from: the declaration, and, if it depends on the caller, their rights.
 */
export function statementFor<Row>(objects: readonly object[], name: string, build: () => Compilable<Row>): Statement<Row> {
  let cache = rootCache;
  for (const object of objects) {
    let next = cache.further.get(object);
    if (next === undefined) cache.further.set(object, (next = makeCache()));
    cache = next;
  }
  let statement = cache.statements.get(name) as Statement<Row> | undefined;
  if (statement === undefined) cache.statements.set(name, (statement = new Statement(build)));
  return statement;
}
