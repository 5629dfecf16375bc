import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSmsProvider, type SmsStandIn } from '../../engine/server/testing/open-sms-provider.ts';
import { until } from '../../engine/server/testing/until.ts';
import { races, runRace, secretRaces } from './races.ts';
import { rightsRaces } from './rights-races.ts';
import { type Cluster, startCluster } from './start-cluster.ts';

/* 100 rounds of each race between two nodes; `npm run bench -- nodes` runs more. */
let cluster: Cluster;
let admin: string;
let provider: SmsStandIn;
beforeAll(async () => {
  provider = await openSmsProvider('aliyun');
  cluster = await startCluster({
    SMS_PROVIDER: 'aliyun',
    SMS_ENDPOINT: provider.endpoint,
    SMS_ACCESS_KEY_ID: 'test-key-id',
    SMS_ACCESS_KEY_SECRET: 'test-key-secret',
    SMS_SIGN_NAME: '测试签名',
    // Setting a password by a link needs mail settings; no mail is sent here.
    MAIL_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'office@example.com',
  });
  admin = await cluster.signIn();
}, 180_000);
afterAll(async () => {
  await cluster?.stop();
  await provider.drop();
});

it.each(Object.entries(races))('stays correct when two nodes race to %s, 100 times', { timeout: 180_000 }, async (_name, round) => {
  expect(await runRace(cluster, admin, round, 100)).toEqual([]);
});

it.each(Object.entries({ ...secretRaces, ...rightsRaces }))(
  'stays correct when two nodes race to %s, 20 times',
  { timeout: 180_000 },
  async (_name, round) => {
    expect(await runRace(cluster, admin, round, 20)).toEqual([]);
  },
);

it('two nodes accept 100 text messages, and each message is sent once', { timeout: 180_000 }, async () => {
  const template = { templateName: '会议', templateCode: 'meeting', templateContent: '会议改到三点。', providerTemplate: 'SMS_100' };
  await cluster.call(0, 'POST', 'sys/sms-template/save', { token: admin, body: template });
  const phones = Array.from({ length: 100 }, (_, at) => `138${String(12340000 + at)}`);
  await Promise.all(
    phones.map(async (smsPhone, at) => {
      const body = { smsPhone, smsTemplate: 'meeting', smsContent: '会议改到三点。' };
      expect(await cluster.call(at % 2 === 0 ? 0 : 1, 'POST', 'sys/sms/save', { token: admin, body })).toMatchObject({ code: 20000 });
    }),
  );
  const unsent = async () => (await cluster.pool.query(`SELECT FROM sys_sms WHERE sms_status <> '发送成功'`)).rowCount;
  await until(async () => (await unsent()) === 0);
  expect(provider.taken.map(({ phone }) => phone).sort()).toEqual(phones);
});
