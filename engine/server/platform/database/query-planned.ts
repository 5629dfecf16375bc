import type { Pool } from 'pg';
import { isStalePlan, isUnavailable } from './database-errors.ts';
import { planOnce } from './planned.ts';
import { PlanningClient } from './planning-client.ts';

/**
 * Rows of a statement that each connection plans once: planning a look-up takes longer than running it. A migration of
 * a newer version may change a type that the plan uses; then it is replanned.
 */
export async function queryPlanned<Row>(pool: Pool, { text, values }: { text: string; values: unknown[] }): Promise<Row[]> {
  const client = await pool.connect();
  if (!(client instanceof PlanningClient)) throw new Error('The connections of this pool are none that keep plans.');
  const ask = () => client.execute<Row>(planOnce(text), values);
  try {
    const { rows } = await ask().catch((error: unknown) => (isStalePlan(error) ? ask() : Promise.reject(error)));
    client.release();
    return rows;
  } catch (error) {
    client.release(isUnavailable(error));
    throw error;
  }
}
