import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { endSmsGrace } from './end-sms-grace.ts';
import { openSmsProvider, smsSettingsFor, type SmsStandIn } from '@back-office/server/testing/open-sms-provider.ts';
import { openTestApp, type TestApp } from './test-app.ts';

/** An application whose text messages go to a stand-in for a provider, as the account admin uses it. */
export interface SmsApp {
  readonly app: TestApp;
  readonly admin: string;
  readonly standIn: SmsStandIn;
  /** 会议通知, which `save` sends. */
  readonly template: AnyRow;
  /** Runs the due jobs, which send queued messages to the provider. */
  run(): Promise<void>;
  /** All messages, by number. */
  rows(): Promise<AnyRow[]>;
  statuses(): Promise<unknown[]>;
  /** A message that goes out with the next `run`. */
  save(smsPhone: string, body?: Record<string, unknown>): Promise<AnyRow>;
  /** Deletes all messages and their counts. */
  clear(): Promise<void>;
  drop(): Promise<void>;
}

/** Opens it with these daily limits. */
export async function openSmsApp(perDay: { perNumber: number; perUser: number }): Promise<SmsApp> {
  const standIn = await openSmsProvider('aliyun');
  const app = await openTestApp({ sms: { ...smsSettingsFor.aliyun(standIn.endpoint), ...perDay } });
  const admin = await app.admin();
  const { data: template } = await app.call(admin, 'POST', 'sys/sms-template/save', {
    templateName: '会议通知',
    templateCode: 'meeting',
    // oxlint-disable-next-line no-template-curly-in-string -- variables are written so
    templateContent: '${userName}，会议改到${time}。',
    providerTemplate: 'SMS_100',
  });
  const rows = async (): Promise<AnyRow[]> =>
    (await app.call<{ items: AnyRow[] }>(admin, 'GET', 'sys/sms/select-page?limit=100&sort=smsPhone:asc')).data.items;
  return {
    app,
    admin,
    standIn,
    template,
    run: () => app.server.jobs.runDue(),
    rows,
    statuses: async () => (await rows()).map(({ smsStatus }) => smsStatus),
    save: async (smsPhone, body = {}) => {
      const meeting = { smsTemplate: 'meeting', smsContent: '张三，会议改到三点。' };
      const { data } = await app.call(admin, 'POST', 'sys/sms/save', { ...meeting, smsPhone, ...body });
      await endSmsGrace(app);
      return data;
    },
    clear: async () => {
      standIn.taken.length = 0;
      standIn.next.length = 0;
      await app.database.pool.query('WITH days AS (DELETE FROM sys_sms_day) DELETE FROM sys_sms');
    },
    drop: async () => {
      await app.drop();
      await standIn.drop();
    },
  };
}
