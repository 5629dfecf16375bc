import pg, { type QueryResult } from 'pg';
import { planAnew, planNameOf } from './planned.ts';
import { isStalePlan } from './database-errors.ts';

type Query = (query: { name?: string; text: string; values: unknown[] }) => Promise<QueryResult>;

/** A connection that keeps the plans of the statements that `planOnce` was told of. */
export class PlanningClient extends pg.Client {
  // Of the ways to ask only that of the builder is of concern here: a text with its values, and a promise.
  override query = ((...asked: unknown[]) => {
    const [text, values, callback] = asked;
    const ask = super.query.bind(this) as (...given: unknown[]) => unknown;
    if (typeof text !== 'string' || !Array.isArray(values) || callback !== undefined) return ask(...asked);
    return this.#run(ask as Query, text, values);
  }) as pg.Client['query'];

  async #run(ask: Query, text: string, values: unknown[]): Promise<QueryResult> {
    const name = planNameOf(text);
    if (name === undefined) return ask({ text, values });
    try {
      return await ask({ name, text, values });
    } catch (error) {
      if (!isStalePlan(error)) throw error;
      if (planNameOf(text) === name) planAnew(text);
      // Inside a transaction nothing more can be asked: it is run again (`isRetryable`).
      if (this.getTransactionStatus() !== 'I') throw error;
      return ask({ name: planNameOf(text) ?? '', text, values });
    }
  }
}
