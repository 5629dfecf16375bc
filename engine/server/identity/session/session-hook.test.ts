import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendRaw } from '@back-office/app/testing/server/send-raw.ts';
import { openTestApp, type Session, type TestApp } from '@back-office/app/testing/server/test-app.ts';

/* Accepted and refused forms of a token (docs/hardening.md A05 and A06); over a raw socket, since a client library would normalise them. */
let app: TestApp;
let session: Session;
beforeAll(async () => {
  app = await openTestApp();
  session = await app.userWith({ 'sys/user': ['read'] });
  await app.server.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.drop());

const routes = ['sys/user/select-page', 'sys/user/select-roles', 'sys/dict/select-tree', 'logout', 'sys/user/create'];

describe.each(routes)('%s', (route) => {
  it.each([
    '',
    ' ',
    'Bearer',
    'Bearer ',
    'Bearer  x',
    `bearer${'a'.repeat(43)}`,
    'null',
    'undefined',
    '0',
    '[object Object]',
    'Basic YWRtaW46YWRtaW4=',
    'a'.repeat(43),
    'a'.repeat(8000),
  ])('refuses the token %j', async (token) => {
    expect(await app.call(undefined, 'GET', route, undefined, { headers: { authorization: token } })).toMatchObject({
      status: 200,
      code: 40003,
    });
  });

  it('refuses a valid token that is changed in any way or sent in any other way', async () => {
    const { token } = session;
    const swapped = token.replace(/[a-z]/gi, (letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()));
    for (const wrong of [
      `${token}x`,
      token.slice(1),
      swapped,
      `Token ${token}`,
      `Bearer ${token},${token}`,
      `${token}, ${token}`,
      `"${token}"`,
    ]) {
      expect((await app.call(undefined, 'GET', route, undefined, { headers: { authorization: wrong } })).code, wrong).toBe(40003);
    }
    for (const query of [`token=${token}`, `authorization=${token}`, `accessToken=${token}`])
      expect((await app.call(undefined, 'GET', `${route}?${query}`)).code).toBe(40003);
    expect(
      (await app.call(undefined, 'GET', route, undefined, { headers: { cookie: `token=${token}; Authorization=${token}` } })).code,
    ).toBe(40003);
  });

  it('refuses two Authorization headers, whichever of them is valid', async () => {
    const good = `Authorization: ${session.token}`;
    for (const lines of [
      [good, good],
      [good, 'Authorization: x'],
      ['Authorization: x', good],
      [good, 'authorization: '],
    ]) {
      const { status, body } = await sendRaw(app, [`GET /api/${route} HTTP/1.1`, 'Host: x', ...lines, 'Connection: close', '', '']);
      expect([status, (JSON.parse(body) as { code: number }).code]).toEqual([200, 40003]);
    }
  });

  it('refuses a token with a NUL in it before anything reads it', async () => {
    const { status, body } = await sendRaw(app, [
      `GET /api/${route} HTTP/1.1`,
      'Host: x',
      `Authorization: ${session.token}\u0000`,
      'Connection: close',
      '',
      '',
    ]);
    expect(status).toBe(400);
    expect(body).not.toContain('20000');
  });
});

it('accepts the bare token, or the token after Bearer in any letter case (RFC 9110, 11.1)', async () => {
  for (const token of ['', 'Bearer ', 'bearer ', 'BEARER  '].map((scheme) => scheme + session.token))
    expect((await app.call(token, 'GET', 'sys/user/select-page')).code).toBe(20000);
});

it('checks the permission before it reads the body', async () => {
  expect(await app.call(undefined, 'POST', 'sys/user/save', '{"broken', { headers: { 'content-type': 'application/json' } })).toMatchObject(
    { code: 40003 },
  );
  expect(
    await app.call(session.token, 'POST', 'sys/user/save', '{"broken', { headers: { 'content-type': 'application/json' } }),
  ).toMatchObject({ code: 40300 });
});

it('an unknown call answers 40404 in the same way with and without a session', async () => {
  const answers = [
    await app.call(undefined, 'GET', 'sys/nothing/select-page'),
    await app.call(session.token, 'GET', 'sys/nothing/select-page'),
  ];
  for (const answer of answers) expect(answer).toMatchObject({ status: 404, code: 40404, message: '接口不存在', data: undefined });
});

it.each([
  '/api//sys/user/select-page',
  '/api/./sys/user/select-page',
  '/api/sys/user/%73elect-page',
  '/api/sys/user/../user/select-page',
  '/api/%2e%2e/api/sys/user/select-page',
  '/api/sys/user/select-page/',
  '/api/sys/user/select-page.json',
  '/API/sys/user/select-page',
  '/api/sys/user/select-page%00',
  '/api/sys/user/select-page;x=1',
  '/api\\sys\\user\\select-page',
  'http://evil/api/sys/user/select-page',
])('the path %s gives no access that the plain path does not', async (path) => {
  const { body } = await sendRaw(app, [`GET ${path} HTTP/1.1`, 'Host: x', 'Connection: close', '', '']);
  expect([40003, 40404, 40010]).toContain((JSON.parse(body) as { code: number }).code);
});
