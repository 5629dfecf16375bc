import { createHmac } from 'node:crypto';
import { openTestApp, type TestApp } from 'back-office/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

/* What the signing service delivers: whether it is believed, and how often it counts. */
const key = Buffer.from('the key of the signing service').toString('base64');
const now = new Date('2026-03-02T02:00:00Z');
let app: TestApp;
let body: string;

beforeAll(async () => {
  app = await openTestApp({ environment: { ACME_SIGNING_KEY: `whsec_${key}` }, clock: () => now });
  const { token, userId } = await app.signIn('admin', app.database.adminPassword);
  const made = async (resource: string, values: object) => (await app.call(token, 'POST', `${resource}/save`, values)).data;
  const [org, party] = [await made('sys/org', { orgName: '法务部', orgCode: 'law' }), await made('acme/party', { partyName: '甲公司' })];
  const dates = { beginDate: '2026-01-01', endDate: '2026-12-31' };
  const values = { agreementName: '租赁', acmePartyId: party.id, sysOrgId: org.id, sysUserId: userId, ...dates };
  const { id } = await made('acme/agreement', values);
  await app.database.pool.query("UPDATE acme_agreement SET agreement_no = 'HT-2026-0001' WHERE id = $1", [id]);
  // A space after the colon: written again, the same JSON has other bytes.
  body = '{"agreementNo": "HT-2026-0001", "signedBy": "甲公司"}';
});
afterAll(() => app.drop());

const at = (seconds = 0): string => String(now.getTime() / 1000 + seconds);
const sign = (id: string, time: string, text: string): string =>
  `v1,${createHmac('sha256', Buffer.from(key, 'base64')).update(`${id}.${time}.${text}`).digest('base64')}`;

interface Delivery {
  readonly id: string;
  readonly time?: string;
  readonly text?: string;
  readonly signature?: string;
}

/** What a delivery is answered. */
async function deliver({ id, time = at(), text = body, signature = sign(id, time, text) }: Delivery): Promise<number> {
  const headers = { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature, 'content-type': 'application/json' };
  return (await app.call(undefined, 'POST', 'acme/agreement/signed', text, { headers })).code;
}

const notices = async (): Promise<unknown[]> =>
  (await app.database.pool.query("SELECT msg_title AS title, msg_content AS content FROM sys_msg WHERE msg_title LIKE '%已签署'")).rows;
const malformed = 40010;

it('is refused unless it is signed, now, over these bytes', async () => {
  const other = body.replace('甲', '乙');
  const refused: Delivery[] = [
    { id: 'a', signature: '' },
    { id: 'a', signature: 'v1,AAAA' },
    { id: 'a', text: other, signature: sign('a', at(), body) },
    { id: 'b', signature: sign('a', at(), body) },
    { id: 'a', time: at(-301) },
    { id: 'a', time: at(301) },
    { id: 'a', time: 'soon' },
    { id: '' },
  ];
  expect(await Promise.all(refused.map(deliver))).toEqual(refused.map(() => malformed));
  expect(await notices()).toEqual([]);
});

it('counts once, however often it comes', async () => {
  expect(await Promise.all([deliver({ id: 'd-1' }), deliver({ id: 'd-1' })])).toEqual([20000, 20000]);
  expect(await deliver({ id: 'd-1', time: at(-60), signature: `v1,AAAA ${sign('d-1', at(-60), body)}` })).toBe(20000);
  expect(await notices()).toEqual([{ title: '合同“租赁”已签署', content: '<p>甲公司 已签署 HT-2026-0001。</p>' }]);
});

it('is refused if the agreement does not exist, or it is no such message, or too large, and may come again', async () => {
  const unknown = body.replace('0001', '9999');
  expect(await deliver({ id: 'd-2', text: unknown })).toBe(malformed);
  expect(await deliver({ id: 'd-2', text: '{"agreementNo":7}' })).toBe(malformed);
  expect(await deliver({ id: 'd-2', text: body.replace('甲', '甲'.repeat(9000)) })).toBe(41300);
  expect(await deliver({ id: 'd-2' })).toBe(20000);
});

it('is not answered without a key', async () => {
  const without = await openTestApp({ database: app.database, clock: () => now });
  const signature = `v1,${createHmac('sha256', '').update(`d-3.${at()}.${body}`).digest('base64')}`;
  const headers = { 'webhook-id': 'd-3', 'webhook-timestamp': at(), 'webhook-signature': signature, 'content-type': 'application/json' };
  expect((await without.call(undefined, 'POST', 'acme/agreement/signed', body, { headers })).code).toBe(40404);
});
