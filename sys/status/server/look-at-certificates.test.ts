import { makeCertificate } from '@back-office/server/testing/make-certificate.ts';
import { openTestApp } from '@back-office/app/testing/server/test-app.ts';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createPlain, type Server } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { afterAll, expect, it } from 'vitest';
import type { StatusAnswer } from '../status.ts';
import { lookAtCertificates } from './look-at-certificates.ts';

const folder = mkdtempSync(join(tmpdir(), 'back-office-certificates-'));
const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true });
});

const nothing = { publicUrl: undefined, databaseUrl: undefined, databaseReadUrls: [], mail: undefined, ways: [] };

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as { port: number }).port;
}

async function serve(days: number): Promise<string> {
  const cert = makeCertificate(folder, 'DNS:localhost', days);
  const port = await listen(createServer({ cert, key: readFileSync(join(folder, 'privkey.pem')) }));
  return `https://127.0.0.1:${port}`;
}

it.each([
  [100, 'ok', '还有 99 天'],
  [10, 'warn', '还有 9 天'],
  [2, 'bad', '还有 1 天'],
])('the status of an address whose certificate is valid for %i days is %s', async (days, level, words) => {
  const publicUrl = await serve(days);
  const [item] = await lookAtCertificates({ ...nothing, publicUrl }, new Date());
  expect(item).toMatchObject({ name: 'address', level, value: expect.stringContaining(words) as string });
  expect(item?.cure === undefined).toBe(level === 'ok');
});

it('an expired certificate is reported as such', async () => {
  const [item] = await lookAtCertificates({ ...nothing, publicUrl: await serve(2) }, new Date(Date.now() + 3 * 86_400_000));
  expect(item).toMatchObject({ level: 'bad', value: expect.stringMatching(/^已在 \d{4}-\d\d-\d\d 过期$/) as string });
});

it('an address that cannot be reached is no problem, and a silent one is given up after two seconds', async () => {
  const silent = await listen(createPlain(() => undefined));
  const began = performance.now();
  const [waited] = await lookAtCertificates({ ...nothing, publicUrl: `https://127.0.0.1:${silent}` }, new Date());
  expect(performance.now() - began).toBeLessThan(3_000);
  const [refused] = await lookAtCertificates({ ...nothing, publicUrl: 'https://127.0.0.1:1' }, new Date());
  for (const item of [waited, refused]) expect(item).toMatchObject({ level: 'info', value: expect.stringContaining('连不上') as string });
  const [plain] = await lookAtCertificates({ ...nothing, publicUrl: 'http://127.0.0.1' }, new Date());
  expect(plain).toMatchObject({ level: 'info', value: 'PUBLIC_URL 不是 https，没有证书' });
});

it('configured certificate files are checked: one of the trusted must stay valid, a missing file is bad', async () => {
  const short = makeCertificate(folder, 'DNS:old', 2);
  const both = join(folder, 'both.pem');
  writeFileSync(both, `${short}${makeCertificate(folder, 'DNS:new', 400)}`);
  const own = join(folder, 'own.pem');
  writeFileSync(own, short);
  const items = await lookAtCertificates(
    {
      ...nothing,
      databaseUrl: `postgres://u:p@one,two/office?sslmode=verify-full&sslrootcert=${both}&sslcert=${own}`,
      mail: { host: '', port: 25, tls: 'begun', ca: short, signIn: undefined, from: { name: '', address: '' } },
      ways: [{ id: 'corp', kind: 'LDAP', values: { CA_FILE: join(folder, 'gone.pem') } }],
    },
    new Date(),
  );
  expect(items.slice(1).map(({ title, level }) => [title, level])).toEqual([
    ['DATABASE_URL 的 sslrootcert', 'ok'],
    ['DATABASE_URL 的 sslcert', 'bad'],
    ['MAIL_CA_FILE', 'bad'],
    ['LDAP_CORP_CA_FILE', 'bad'],
  ]);
  expect(items.at(-1)?.value).toBe('读不了（ENOENT）');
});

it('the certificates are a section of the status page', async () => {
  const app = await openTestApp({ publicUrl: await serve(10) });
  try {
    const { data } = await app.call<StatusAnswer>(await app.admin(), 'GET', 'sys/status/select-status');
    const items = data.sections.find(({ name }) => name === 'certificates')?.items;
    expect(items).toMatchObject([{ name: 'address', level: 'warn' }]);
  } finally {
    await app.drop();
  }
});
