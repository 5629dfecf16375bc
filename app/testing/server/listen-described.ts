import type { TestApp } from './test-app.ts';
import { until } from '@back-office/server/testing/until.ts';

/** Starts listening, and waits until the server has recorded its settings: it does so without delaying `listen`. */
export async function listenDescribed({ server, database: { pool } }: TestApp): Promise<void> {
  const { rows } = await pool.query<{ begun: string }>('SELECT clock_timestamp()::text AS begun');
  await server.listen({ host: '127.0.0.1', port: 0 });
  await until(
    async () => (await pool.query('SELECT FROM sys_setting WHERE seen_time >= $1::timestamptz', [rows[0]?.begun])).rowCount !== 0,
  );
}
