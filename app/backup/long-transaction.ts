import type { ClientBase } from 'pg';
import type { Database } from '@back-office/server/platform/database/database.ts';
import { isUnavailable, OutcomeUnknown } from '@back-office/server/platform/database/database-errors.ts';
import { allowLongWork } from '@back-office/server/platform/database/prepare-session.ts';
import { isOfStatement } from '@back-office/server/platform/database/statement-group.ts';

/**
 * Runs `work` in one transaction without time limit. `reading` sees one moment and writes nothing. Inside it, datetimes
 * are texts in UTC, so that they mean the same wherever they are read. `OutcomeUnknown` if the connection broke during COMMIT.
 */
export async function longTransaction<Result>(
  { pool }: Pick<Database, 'pool'>,
  mode: 'reading' | 'writing',
  work: (client: ClientBase) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    await allowLongWork(client);
    await client.query(`SET idle_in_transaction_session_timeout = 0; SET TIME ZONE 'UTC'`);
    await client.query(mode === 'reading' ? 'BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY' : 'BEGIN');
    const result = await work(client);
    await client.query('COMMIT').catch((error: unknown) => {
      if (isOfStatement(error) && !isUnavailable(error)) throw error;
      throw new OutcomeUnknown('The connection to the database broke during COMMIT.', { cause: error });
    });
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    // Its settings were changed, so it is not returned to the pool.
    client.release(true);
  }
}
