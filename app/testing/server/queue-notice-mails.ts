import type { TestApp } from './test-app.ts';

/** Queues the mails and group messages of the notices announced so far, and sends none of them: only these jobs run. */
export async function queueNoticeMails({ database, server }: Pick<TestApp, 'database' | 'server'>): Promise<void> {
  const others = "key = 'every' AND kind <> 'mail-notice'";
  await database.pool.query(`UPDATE sys_job SET state = 'paused' WHERE ${others}`);
  await server.jobs.runDue();
  await database.pool.query(`UPDATE sys_job SET state = 'waiting' WHERE ${others}`);
}
