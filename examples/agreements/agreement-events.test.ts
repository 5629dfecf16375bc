import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openTestApp, type Session, type TestApp } from 'back-office/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

/* A program learns that an agreement was approved, and of nothing that it did not choose. */
let app: TestApp;
let admin: Session;
const taken: string[] = [];
const receiver = createServer((request, response) => {
  let body = '';
  request.on('data', (part: Buffer) => (body += part.toString()));
  request.on('end', () => {
    taken.push(body);
    response.writeHead(204).end();
  });
});

beforeAll(async () => {
  app = await openTestApp({ webhookPrivate: true });
  admin = await app.signIn('admin', app.database.adminPassword);
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  receiver.close();
  await app.drop();
});

const call = (method: 'POST' | 'PUT', path: string, body?: unknown) => app.call(admin.token, method, path, body);
const save = async (resource: string, values: object): Promise<string> => (await call('POST', `${resource}/save`, values)).data.id;
const listen = (events: string[]) => {
  const webhookUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  return call('POST', 'sys/webhook/save', { webhookName: '台账', webhookUrl, events });
};

it('a webhook is told the events of a module in their order, and refused one that no module names', async () => {
  expect(await listen(['acme/agreement:aproved'])).toMatchObject({ code: 40000, message: '没有这个事件：acme/agreement:aproved' });
  expect((await listen(['acme/agreement:approved', 'acme/agreement:ended'])).code).toBe(20000);
  const id = await save('acme/agreement', {
    agreementName: '租房',
    acmePartyId: await save('acme/party', { partyName: '房东' }),
    sysOrgId: await save('sys/org', { orgName: '总公司', orgCode: 'hq' }),
    sysUserId: admin.userId,
    beginDate: '2026-03-01',
    endDate: '2027-03-01',
  });
  for (const move of ['submit', 'approve', 'end']) expect((await call('PUT', `acme/agreement/${move}/${id}`)).code).toBe(20000);
  for (let sent = 0; sent < 2; sent += 1) await app.runJob('send-webhooks');
  const told = taken.map((body) => JSON.parse(body) as { type: string; data: unknown });
  expect(told.map(({ type, data }) => ({ type, data }))).toEqual(
    ['approved', 'ended'].map((event) => ({ type: `acme/agreement:${event}`, data: { resource: 'acme/agreement', event, id } })),
  );
});
