import { Writable } from 'node:stream';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayOf, encryptField, sealParameter } from '../../testing/seal-values.ts';
import { openTestApp, type TestApp, userPassword } from '@back-office/app/testing/server/test-app.ts';

/* The contents of the access log, and what it never contains (docs/hardening.md L01). */
const lines: string[] = [];
const memory = new Writable({
  write(chunk: Buffer, _encoding, done) {
    lines.push(chunk.toString());
    done();
  },
});
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ log: pino({ level: 'trace' }, memory) });
});
afterAll(() => app.drop());

const canary = (name: string): string => `canary-${name}-83c1f7`;
const entries = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ msg }) => msg === 'request');

it('the access log has one line per request, with its route pattern and response code', async () => {
  const { token, userId } = await app.userWith({ 'sys/user': ['read'] });
  lines.length = 0;
  await app.call(token, 'GET', `sys/user/select/${userId}?x=${canary('query')}`);
  await app.call(token, 'DELETE', `sys/user/delete/${userId}`);
  await app.call(undefined, 'GET', `${canary('path')}?y=1`);
  await new Promise((resolve) => setImmediate(resolve));
  expect(entries()).toMatchObject([
    {
      method: 'GET',
      route: '/api/sys/user/select/:id',
      status: 200,
      code: 20000,
      user: userId,
      reqId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      duration: expect.any(Number),
    },
    { method: 'DELETE', route: '/api/sys/user/delete/:id', status: 200, code: 40300, user: userId },
    { method: 'GET', route: 'unknown', status: 404, code: 40404 },
  ]);
  expect(lines.join('')).not.toContain('83c1f7');
  expect(lines.join('')).not.toContain('127.0.0.1/');
});

it('neither the access log nor the log tables contain a secret of any request', async () => {
  const admin = await app.admin();
  const { token, secretKey, account, userId } = await app.userWith({});
  const { data: created } = await app.call(
    admin,
    'POST',
    'sys/user/save',
    { userAccount: 'canary-bird', userName: '金丝雀', userPassword: canary('saved') },
    { headers: { 'idempotency-key': canary('key') } },
  );
  await app.call(admin, 'POST', 'sys/user/save', { id: created.id, version: 1, userPassword: canary('reset') });
  await app.call(admin, 'POST', 'sys/user/save-batch', [{ userAccount: 'canary-batch', userName: '批', userPassword: canary('batch') }]);
  await app.call(admin, 'POST', 'sys/user/save', { userAccount: 'b@d account', userPassword: canary('refused') });
  await app.login(account, canary('login'));
  await app.call(
    undefined,
    'POST',
    'register',
    new URLSearchParams(
      [
        ['userAccount', 'canary-reg'],
        ['userName', '注'],
        ['password', canary('register')],
      ].map(([name, value]) => [name ?? '', encryptField(value ?? '', dayOf(new Date()))]),
    ),
  );
  await app.call(undefined, 'POST', 'login', new URLSearchParams({ username: canary('plain'), password: canary('plain') }));
  await app.call(token, 'PUT', `sys/user/update-password?oldPassword=${canary('old')}&newPassword=${canary('new')}`);
  const sealed = sealParameter(canary('sealed'), 'newPassword', secretKey);
  await app.call(token, 'PUT', `sys/user/update-password?oldPassword=${userPassword}&newPassword=${sealed}`);
  await app.call(canary('token'), 'GET', `sys/user/select-page?like=userName:${canary('like')}&token=${canary('parameter')}`);
  await app.call(admin, 'GET', `sys/user/select-page?like=userName:${canary('like')}`);
  await app.call(admin, 'POST', 'sys/user/save', `{"userPassword":"${canary('broken')}`, {
    headers: { 'content-type': 'application/json' },
  });
  const { rows } = await app.database.pool.query<{ row: string }>(
    'select to_jsonb(t)::text as row from sys_log_opt t union all select to_jsonb(t)::text from sys_log_login t',
  );
  const kept = lines.join('') + rows.map(({ row }) => row).join('');
  const secrets = [
    '83c1f7',
    Buffer.from('83c1f7').toString('base64').slice(0, 7),
    admin,
    admin.slice(0, 12),
    token,
    secretKey,
    sealed,
    userPassword,
    'argon2id',
  ];
  for (const secret of secrets) expect(kept.includes(secret), secret).toBe(false);
  expect(rows.some(({ row }) => row.includes(userId) || row.includes(account))).toBe(true);
  expect(JSON.stringify((await app.call(admin, 'GET', `sys/user/select/${created.id}`)).data)).not.toMatch(/83c1f7|argon2|userPassword/);
});
