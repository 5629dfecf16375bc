import type { TestApp } from './test-app.ts';

/** Ends the seconds in which saved messages can still be changed: they are due now. */
export async function endSmsGrace(app: TestApp): Promise<void> {
  await app.database.pool.query('UPDATE sys_sms SET run_time = now() WHERE attempts = 0');
  await app.database.pool.query(`UPDATE sys_job SET run_time = now() WHERE kind = 'send-sms'`);
}
