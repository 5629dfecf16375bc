import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendRaw } from '@back-office/app/testing/server/send-raw.ts';
import { threadTime } from '../../testing/thread-time.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';

/* Malformed requests: each gets its envelope, and none changes anything (docs/hardening.md C12 to C14). */
let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
  await app.server.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.drop());

const json = 'application/json';
const post = (body: string | Buffer, type?: string, headers: Record<string, string> = {}) =>
  app.call(admin, 'POST', 'sys/role/save', body, { headers: { ...(type === undefined ? {} : { 'content-type': type }), ...headers } });

describe('a request body', () => {
  it.each<[string, string | Buffer, string?]>([
    ['JSON that ends too early', '{"roleName":"a"', json],
    ['JSON followed by other text', '{"roleName":"a"} x', json],
    ['JSON with single quotes', "{'a':1}", json],
    ['an empty JSON body', '', json],
    ['NaN', '{"roleSort":NaN}', json],
    ['UTF-16', Buffer.from('\ufeff{"roleName":"a"}', 'utf16le'), json],
    ['bytes in GBK', Buffer.from([...Buffer.from('{"roleName":"'), 0xb9, 0xdc, 0xc0, 0xed, ...Buffer.from('","roleCode":"gbk"}')]), json],
    ['a content type with the charset GBK', '{"roleName":"a","roleCode":"gbk"}', 'application/json; charset=gbk'],
    ['the same name twice', '{"roleName":"a","roleName":"b","roleCode":"twice"}', json],
    ['the same name twice, once escaped', '{"roleName":"a","role\\u004eame":"b","roleCode":"twice"}', json],
    ['the same name twice in a nested object', '[{"roleName":"a:b","x":{"y":1,"y":1}}]', json],
    ['a name __proto__', '{"__proto__":{"roleName":"a"}}', json],
    ['a constructor with a prototype', '{"constructor":{"prototype":{"roleName":"a"}}}', json],
    ['a list', '[]', json],
    ['a text', '"a"', json],
    ['a number', '1', json],
    ['null', 'null', json],
    ['plain text', '{"roleName":"a"}', 'text/plain'],
    ['no content type', '{"roleName":"a"}'],
    ['XML', '<a/>', 'application/xml'],
    ['multipart without a boundary', 'x', 'multipart/form-data'],
    [
      'multipart in place of JSON',
      '--b\r\nContent-Disposition: form-data; name="roleName"\r\n\r\na\r\n--b--\r\n',
      'multipart/form-data; boundary=b',
    ],
    ['a malformed content type', 'x', 'x;;;'],
  ])('with %s gets 40010', async (_what, body, type) => {
    const before = await app.digest();
    expect(await post(body, type)).toMatchObject({ status: 400, code: 40010, message: '请求格式错误', data: undefined });
    expect(await app.digest()).toBe(before);
  });

  it.each([
    ['DELETE', `sys/role/delete/${randomUUID()}`, 40400],
    ['PUT', 'sys/msg/read/all', 20000],
    ['POST', 'live/ticket', 20000],
  ] as const)('is not required of %s %s by a content type', async (method, path, code) => {
    const headers = { 'content-type': json };
    expect((await app.call(admin, method, path, undefined, { headers })).code).toBe(code);
  });

  it('that cannot be read does not affect the request that is pipelined behind it', async () => {
    const lines = (body: string, ...headers: string[]) => [
      'POST /api/sys/role/save HTTP/1.1',
      'Host: x',
      `Authorization: ${admin}`,
      `Content-Type: ${json}`,
      `Content-Length: ${body.length}`,
      ...headers,
      '',
      body,
    ];
    const good = '{"roleName":"pipelined","roleCode":"pipelined","sysOrgIds":[]}';
    const { status, body } = await sendRaw(app, [`${lines('{"a"').join('\r\n')}${lines(good, 'Connection: close').join('\r\n')}`]);
    expect(status).toBe(400);
    expect(body).toMatch(/HTTP\/1\.1 200 OK[^]*"roleCode":"pipelined"/);
  });

  it('nested ten thousand levels deep is refused quickly', async () => {
    const start = threadTime();
    const { code } = await post(`{"roleName":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, json);
    expect([40000, 40010]).toContain(code);
    expect(threadTime() - start).toBeLessThan(3000);
  });

  it('with a hundred thousand unknown names is refused quickly', async () => {
    const start = threadTime();
    const names = Array.from({ length: 100_000 }, (_, at) => `"${at.toString(36)}":1`);
    const { code, data } = await post(`{${names.join(',')}}`, json);
    expect([code, (data['fields'] as unknown[]).length < 200]).toEqual([40000, true]);
    expect(threadTime() - start).toBeLessThan(5000);
  });

  it('with colons, quotes and equal names in different places is read correctly', async () => {
    const rowOf = (code: string) => `{"roleName":"a\\":\\\\:{b","roleCode":"${code}","sysOrgIds":[]}`;
    const headers = { 'content-type': json };
    const { code } = await app.call(admin, 'POST', 'sys/role/save-batch', `[${rowOf('colons')},${rowOf('roleName')}]`, { headers });
    const { rows } = await app.database.pool.query('SELECT role_code FROM sys_role WHERE role_name = $1 ORDER BY 1', ['a":\\:{b']);
    expect([code, rows]).toEqual([20000, [{ role_code: 'colons' }, { role_code: 'roleName' }]]);
  });

  it('that is compressed is never unpacked beyond the limit', async () => {
    // Whoever unpacked it to its end would find it damaged there.
    const bomb = Buffer.concat([gzipSync(Buffer.alloc(20 * 1024 * 1024, 32)).subarray(0, -8), Buffer.alloc(8, 1)]);
    for (const [encoding, code] of Object.entries({ gzip: 41300, 'gzip, gzip': 40010, br: 40010 }))
      expect((await post(bomb, json, { 'content-encoding': encoding })).code).toBe(code);
  });
});

describe('a body that is too large', () => {
  const large = (size: number) => `{"roleName":"${'a'.repeat(size)}"}`;

  it('gets 41300 one byte over a megabyte, and is read below it', async () => {
    const overhead = large(0).length;
    expect(await post(large(1024 * 1024 - overhead + 1), json)).toMatchObject({ status: 413, code: 41300, message: '请求内容过大' });
    expect((await post(large(1024 * 1024 - overhead), json)).code).toBe(40000);
  });

  it('gets 41300 for a form of more than 64 KiB, and for a batch of more than 10 MiB', async () => {
    expect((await app.call(undefined, 'POST', 'login', new URLSearchParams({ username: 'a'.repeat(70_000) }))).code).toBe(41300);
    expect(
      (await app.call(admin, 'POST', 'sys/role/save-batch', `[${large(10 * 1024 * 1024)}]`, { headers: { 'content-type': json } })).code,
    ).toBe(41300);
    expect(
      (await app.call(admin, 'POST', 'sys/role/save-batch', `[${large(2 * 1024 * 1024)}]`, { headers: { 'content-type': json } })).code,
    ).toBe(40000);
  });

  it('gets 41300 without a Content-Length too, and the connection is closed', async () => {
    const chunk = 'a'.repeat(64 * 1024);
    const chunks = Array.from({ length: 17 }, () => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('');
    const { status, head, body } = await sendRaw(app, [
      'POST /api/sys/role/save HTTP/1.1',
      'Host: x',
      `Authorization: ${admin}`,
      `Content-Type: ${json}`,
      'Transfer-Encoding: chunked',
      '',
      chunks,
    ]);
    expect([status, (JSON.parse(body) as { code: number }).code]).toEqual([413, 41300]);
    expect(head.toLowerCase()).toContain('connection: close');
  });
});

describe('a request that violates HTTP', () => {
  it.each([
    ['a malformed request line', 400, ['hello', '', '']],
    ['two Content-Length headers', 400, ['POST /api/login HTTP/1.1', 'Host: x', 'Content-Length: 1', 'Content-Length: 2', '', 'a']],
    [
      'both a Content-Length and chunks',
      400,
      ['POST /api/login HTTP/1.1', 'Host: x', 'Content-Length: 5', 'Transfer-Encoding: chunked', '', '0', '', ''],
    ],
    ['a negative Content-Length', 400, ['POST /api/login HTTP/1.1', 'Host: x', 'Content-Length: -1', '', '']],
    ['a compressed transfer encoding', 400, ['POST /api/login HTTP/1.1', 'Host: x', 'Transfer-Encoding: gzip, chunked', '', '0', '', '']],
    ['headers of 40 KB', 431, ['GET /api/config HTTP/1.1', 'Host: x', `X: ${'a'.repeat(40_000)}`, '', '']],
    ['a path of 33 KiB', 431, [`DELETE /api/sys/role/delete-ids/${'a'.repeat(33 * 1024)} HTTP/1.1`, 'Host: x', '', '']],
  ] as const)('by %s is answered %i with an envelope, and the server goes on', async (_what, expected, lines) => {
    const { status, body } = await sendRaw(app, lines);
    expect(status).toBe(expected);
    expect(JSON.parse(body)).toEqual({ success: false, code: 40010, message: '请求格式错误' });
    expect((await app.call(undefined, 'GET', 'config')).code).toBe(20000);
  });
});

it.each([
  ['500 ids', 500, ',', 40400],
  ['500 ids with escaped commas', 500, '%2C', 40400],
  ['501 ids', 501, ',', 40000],
])('a path with %s is read over a real connection', async (_what, count, comma, code) => {
  const ids = Array.from({ length: count }, () => randomUUID()).join(comma);
  const { body } = await sendRaw(app, [
    `DELETE /api/sys/role/delete-ids/${ids} HTTP/1.1`,
    'Host: x',
    `Authorization: ${admin}`,
    'Connection: close',
    '',
    '',
  ]);
  expect((JSON.parse(body) as { code: number }).code).toBe(code);
});

it.each([
  '/api/sys/user/select/%',
  '/api/sys/user/select/%zz',
  '/api/sys/user/select/%c0%af',
  '/api/%',
  '/api/sys/user/select-page?%00=1',
  '/api/sys/user/select-page?like[field]=a',
  '/api/sys/user/select-page?a',
])('the address %s causes no server error', async (path) => {
  const { code } = await app.call(admin, 'GET', path.slice('/api/'.length));
  expect([20000, 40000, 40010, 40400, 40404]).toContain(code);
});

it.each(['like=%zz', 'like=userName:%ff', 'like=userName:%c0%af', '%=1', 'index=0&x=%a'])(
  'a query that is not UTF-8 or is escaped wrongly gets 40010: %s',
  async (query) => {
    expect(await app.call(admin, 'GET', `sys/user/select-page?${query}`)).toMatchObject({ status: 400, code: 40010 });
    const form = await app.call(undefined, 'POST', 'login', query, { headers: { 'content-type': 'application/x-www-form-urlencoded' } });
    expect(form).toMatchObject({ status: 400, code: 40010 });
  },
);

it.each(['like=userName:100%25', 'like=userName:%E5%BC%A0', 'like=userName:a+b'])(
  'a correctly escaped query is read: %s',
  async (query) => {
    expect((await app.call(admin, 'GET', `sys/user/select-page?${query}`)).code).toBe(20000);
  },
);

it('a request from a page of another site is refused', async () => {
  const headers = { 'sec-fetch-site': 'cross-site' };
  expect(await app.call(admin, 'GET', 'logout', undefined, { headers })).toMatchObject({ status: 200, code: 40300 });
  expect((await app.call(undefined, 'POST', 'login', new URLSearchParams({ username: 'a' }), { headers })).code).toBe(40300);
  for (const site of ['same-origin', 'same-site', 'none'])
    expect((await app.call(admin, 'GET', 'sys/user/select-roles', undefined, { headers: { 'sec-fetch-site': site } })).code).toBe(20000);
});

it('an internal error answers 50000 with the request id, and reveals nothing about its cause', async () => {
  const broken = await openTestApp({ log: (await import('pino')).pino({ level: 'silent' }) });
  const token = await broken.admin();
  await broken.database.pool.query('alter table sys_dict rename column dict_label to was_dict_label');
  const response = await broken.server.inject({ url: '/api/sys/dict/select-page', headers: { authorization: token } });
  expect([response.statusCode, response.json()]).toEqual([
    500,
    { success: false, code: 50000, message: '服务器异常，请稍后重试！', data: { requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) } },
  ]);
  await broken.drop();
});
