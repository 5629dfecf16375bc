import type { TestApp } from './test-app.ts';

/** Runs the job of a recurring kind now, as a node that polls once a second would. */
export async function runJob({ database, server }: Pick<TestApp, 'database' | 'server'>, kind: string): Promise<void> {
  await database.pool.query(
    `INSERT INTO sys_job (id, kind, payload, key) VALUES (gen_random_uuid(), $1, 'null', 'every')
     ON CONFLICT (kind, key) WHERE state IN ('waiting', 'running') DO UPDATE SET run_time = now()`,
    [kind],
  );
  await server.jobs.runDue();
}
