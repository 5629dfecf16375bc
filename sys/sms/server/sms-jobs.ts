import type { Kysely } from 'kysely';
import type { Tables } from '@back-office/server/platform/database/tables.ts';
import { addJob } from '@back-office/server/platform/jobs/job-store.ts';
import type { JobKind } from '@back-office/server/platform/jobs/job-kind.ts';
import type { SmsSettings } from '@back-office/server/platform/sms-settings.ts';
import { clearDays } from './daily-limit.ts';
import { repairSmsTimes } from './sms-queue.ts';
import { openProvider } from './open-provider.ts';
import type { SmsProvider } from './provider.ts';
import { type SenderParts, sendDue, settleUnfinished } from './send-due.ts';

const sending = 'send-sms';

/** Sends due messages as soon as the transaction of `db` has committed, or `delay` seconds later, on any node. */
export const wakeSender = (db: Kysely<Tables>, delay = 0): Promise<string> => addJob(db, { kind: sending, payload: null, delay });

/**
 * The two kinds of job that send: one started on request, one every half a minute for retries and unfinished attempts. Any number of them may run
 * concurrently; leases divide the work among them.
 */
export function smsJobs(parts: Pick<SenderParts, 'db' | 'log'>, settings: SmsSettings): JobKind[] {
  let opened: Promise<SmsProvider> | undefined;
  const open = async (): Promise<SenderParts> => ({ ...parts, provider: await (opened ??= openProvider(settings)) });
  return [
    { name: sending, title: '发送短信', run: async ({ signal }) => sendDue(await open(), signal) },
    {
      name: 'sweep-sms',
      title: '短信重试与核对',
      every: 30,
      run: async ({ signal }) => {
        const sender = await open();
        await repairSmsTimes(parts.db);
        await settleUnfinished(sender, signal);
        await sendDue(sender, signal);
        await clearDays(parts.db);
      },
    },
  ];
}
