import type { TestApp } from './test-app.ts';

/** Lets the seconds pass in which messages that were saved can still be changed: they are due now. */
export async function endSmsGrace(app: TestApp): Promise<void> {
  await app.database.pool.query('UPDATE sys_sms SET run_time = now() WHERE attempts = 0');
  await app.database.pool.query(`UPDATE sys_job SET run_time = now() WHERE kind = 'send-sms'`);
}
