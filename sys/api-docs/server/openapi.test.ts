import { office } from '@back-office/app/office.ts';
import { Samples } from '@back-office/app/testing/server/samples.ts';
import { openTestApp, type TestApp, userPassword } from '@back-office/app/testing/server/test-app.ts';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { AddressInfo } from 'node:net';
import { OpenAPIClientAxios } from 'openapi-client-axios';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiDocument, ApiOperation } from '../api-docs.ts';
import { callWords } from './call-words.ts';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
});
afterAll(() => app.drop());

async function read(token: string, of = app): Promise<ApiDocument> {
  const response = await of.server.inject({ url: '/api/openapi.json', headers: { authorization: token } });
  return response.json<ApiDocument>();
}
const operations = (document: ApiDocument): [route: string, operation: ApiOperation][] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, ApiOperation] => [`${method.toUpperCase()} ${path}`, operation]),
  );

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1, and names each call once', async () => {
    const document = await read(admin);
    expect(await new Validator().validate(structuredClone(document) as never)).toMatchObject({ valid: true });
    const ids = operations(document).map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('has every call an administrator may make, with the permission it needs and a readable summary', async () => {
    const document = await read(admin);
    const answering = [...app.server.declaredCalls].flatMap(([route, { isOff }]) => (isOff?.() === true ? [] : [route]));
    const declared = answering.map((route) => route.replace(/:(\w+)/g, '{$1}'));
    expect(
      operations(document)
        .map(([route]) => route)
        .toSorted(),
    ).toEqual(declared.toSorted());
    const silent = operations(document).filter(
      ([, { summary, description }]) => !/\p{Script=Han}/u.test(summary) || !/登录|权限/.test(description),
    );
    // Describe a call of its own in call-words.ts, or as `summary` in its config.
    expect(silent.map(([route]) => route)).toEqual([]);
  });

  it('omits calls that the settings switch off', async () => {
    const switched = [
      'POST /api/register',
      'POST /api/mcp',
      'POST /api/password/forgot',
      'POST /api/password/reset',
      'POST /api/sys/mail/test',
    ];
    const more = ['POST /api/login/passkey', 'POST /api/sys/passkey/start-own', 'GET /api/login/{id}/start', 'POST /api/login/ticket'];
    const shown = async (of: TestApp) => {
      const routes = new Set(operations(await read(await of.admin(), of)).map(([route]) => route));
      return [...switched, ...more].filter((route) => routes.has(route));
    };
    expect(await shown(app)).toEqual(['POST /api/register']);
    const other = await openTestApp({ registration: 'off', assistants: true });
    expect(await shown(other)).toEqual(['POST /api/mcp']);
    await other.drop();
  });

  it('describes no call that no longer exists', () => {
    expect(Object.keys(callWords).filter((route) => !app.server.declaredCalls.has(route))).toEqual([]);
  });

  it('shows a user or an API key the calls they may make, and no others', async () => {
    const person = await app.userWith({ 'sys/dict': ['read'] });
    const routes = operations(await read(person.token)).map(([route]) => route);
    expect(routes).toContain('GET /api/sys/dict/select-page');
    expect(routes).toContain('GET /api/sys/msg/list');
    for (const hidden of ['POST /api/sys/dict/save', 'GET /api/sys/user/select-page']) expect(routes).not.toContain(hidden);
    const expireTime = new Date(Date.now() + 86_400_000).toISOString().slice(0, 19).replace('T', ' ');
    const posted = { tokenName: '文档', tokenRights: ['sys/dict:read'], expireTime, password: userPassword };
    const { data } = await app.call<{ token: string }>(person.token, 'POST', 'sys/token/save-own', posted);
    const byKey = await read(data.token);
    expect(operations(byKey).map(([route]) => route)).not.toContain('GET /api/sys/msg/list');
    expect(Object.keys(byKey.components.schemas).filter((name) => name.startsWith('sys.'))).toEqual(['sys.dict', 'sys.dict.save']);
    for (const [route] of operations(byKey)) {
      const [method = '', path = ''] = route.split(' ');
      if (method !== 'GET' || /login|config|openapi|live|download/.test(path)) continue;
      const { code } = await app.call(data.token, method, path.slice(5).replace(/\{\w+\}/, crypto.randomUUID()));
      expect(code, route).not.toBe(40300);
    }
  });
});

describe('the schema', () => {
  const written = office.resources.filter(({ operations: offered }) => offered.includes('save'));
  let ajv: Ajv2020;
  let samples: Samples;
  beforeAll(async () => {
    samples = new Samples(app, admin);
    ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'https://openapi.invalid/', ...(await read(admin)) });
  });
  const fits = (pointer: string, value: unknown): unknown => {
    const check = ajv.getSchema(`https://openapi.invalid/#${pointer}`) ?? expect.fail(pointer);
    return check(value) === true ? [] : check.errors;
  };

  it.each(written.map(({ name }) => name))('of %s describes what is accepted and what is returned', async (name) => {
    const resource = office.resourceOf(name);
    const schema = `/components/schemas/${name.replace('/', '.')}`;
    const values = await samples.full(resource);
    expect(fits(`${schema}.save`, values)).toEqual([]);
    expect(fits(`${schema}.save`, {})).not.toEqual([]);
    const saved = await app.call(admin, 'POST', `${name}/save`, values);
    const read = await app.call(admin, 'GET', `${name}/select/${saved.data.id}`);
    const page = await app.call(admin, 'GET', `${name}/select-page?limit=3`);
    const answer = (path: string, method: string) =>
      `/paths/${`/api/${name}/${path}`.replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')}/${method}/responses/200/content/application~1json/schema`;
    expect(fits(answer('save', 'post'), { success: true, ...saved })).toEqual([]);
    expect(fits(answer('select/{id}', 'get'), { success: true, ...read })).toEqual([]);
    expect(fits(answer('select-page', 'get'), { success: true, ...page })).toEqual([]);
    expect(fits(answer('select/{id}', 'get'), { success: true, ...read, data: { id: 1 } })).not.toEqual([]);
  });
});

it('a client generated from the document saves, finds and deletes', async () => {
  await app.server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.server.address() as AddressInfo;
  const axiosConfigDefaults = { baseURL: `http://127.0.0.1:${port}`, headers: { Authorization: `Bearer ${admin}` }, proxy: false as const };
  const definition = structuredClone(await read(admin)) as unknown as ConstructorParameters<typeof OpenAPIClientAxios>[0]['definition'];
  const client = await new OpenAPIClientAxios({ definition, axiosConfigDefaults }).init<Record<string, never>>();
  const call = client as unknown as Record<
    string,
    (parameters?: unknown, body?: unknown) => Promise<{ data: { code: number; data: never } }>
  >;
  const saved = await call['post_sys_org_save']?.(null, { orgName: '由客户端新增', orgCode: 'by-client' });
  expect(saved?.data).toMatchObject({ code: 20000, data: { orgName: '由客户端新增' } });
  const page = await call['get_sys_org_select_page']?.({ eq: 'orgCode:by-client' });
  expect(page?.data).toMatchObject({ data: { total: 1, items: [{ orgName: '由客户端新增' }] } });
  const { id } = (saved?.data.data ?? {}) as { id?: string };
  expect((await call['delete_sys_org_delete_id']?.({ id }))?.data.code).toBe(20000);
});
