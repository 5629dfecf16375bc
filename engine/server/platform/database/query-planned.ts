import type { Pool, QueryConfig, QueryResultRow } from 'pg';

/**
 * Rows of a statement that the database plans once a connection: planning a look-up takes longer than doing it. A migration of
 * a newer version may change a type under the plan (0A000); then it is asked without one.
 */
export async function queryPlanned<Row extends QueryResultRow>(
  pool: Pick<Pool, 'query'>,
  { name, text, values = [] }: QueryConfig,
): Promise<Row[]> {
  const { rows } = await pool
    .query<Row>({ ...(name === undefined ? {} : { name }), text, values })
    .catch((error: { code?: string }) => (error.code === '0A000' ? pool.query<Row>(text, values) : Promise.reject(error)));
  return rows;
}
