import type { TestApp } from './test-app.ts';

/** Runs the one job of a kind that recurs, now, as a node does that looks once a second. */
export async function runJob({ database, server }: Pick<TestApp, 'database' | 'server'>, kind: string): Promise<void> {
  await database.pool.query(
    `INSERT INTO sys_job (id, kind, payload, key) VALUES (gen_random_uuid(), $1, 'null', 'every')
     ON CONFLICT (kind, key) WHERE state IN ('waiting', 'running') DO UPDATE SET run_time = now()`,
    [kind],
  );
  await server.jobs.runDue();
}
