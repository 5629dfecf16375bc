import { office } from '@back-office/app/office.ts';
import type { CallShape } from '@back-office/contract/calls/call-shape.ts';
import { openDocument, type OpenedDocument } from '@back-office/app/testing/server/open-document.ts';
import { recordReads, type Reads } from '@back-office/app/testing/server/fuzz/record-reads.ts';
import { Samples } from '@back-office/app/testing/server/samples.ts';
import { openTestApp, type Session, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { testAdminPassword } from '@back-office/app/testing/server/test-template.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { genericCall } from './generic-calls.ts';

/** Calls without declared schemas, and why. */
const silent: Readonly<Record<string, string>> = {
  'GET /api/openapi.json': 'it is the document itself',
  'POST /api/mcp': 'the Model Context Protocol says what goes in and out',
};

let app: TestApp;
let admin: Session;
let document: OpenedDocument['document'];
let mistakes: OpenedDocument['mistakes'];
let reads: Reads;
/** Calls that read their body. */
const opened = new Set<string>();
/** An id of a record of each resource. */
const ids = new Map<string, string>();

beforeAll(async () => {
  app = await openTestApp({ officeViewer: 'https://viewer.example/?src={url}' });
  reads = recordReads(app.server);
  app.server.addHook('preHandler', async (request) => {
    const { body } = request;
    const route = `${request.method} ${request.routeOptions.url ?? ''}`;
    Object.defineProperty(request, 'body', { configurable: true, get: () => (opened.add(route), body) });
  });
  admin = await app.signIn('admin', testAdminPassword);
  // Includes calls that settings switch off: their schemas must be declared as well.
  const switchedOff = [...app.server.declaredCalls].filter(([, { isOff }]) => isOff !== undefined);
  for (const [route, { isOff: _isOff, ...call }] of switchedOff) app.server.declaredCalls.set(route, call);
  ({ document, mistakes } = await openDocument(app, admin.token));
  const samples = new Samples(app, admin.token);
  for (const resource of office.resources.filter(({ operations }) => operations.includes('save')))
    ids.set(resource.name, (await samples.save(resource)).id);
}, 120_000);
afterAll(() => app.drop());

const resourceOf = (url: string) => office.resources.find(({ name }) => url.startsWith(`/api/${name}/`));
const isPattern = (route: string): boolean => {
  const [method = '', url = ''] = route.split(' ');
  const resource = resourceOf(url);
  return resource !== undefined && genericCall(resource, method, url.slice(`/api/${resource.name}/`.length)) !== undefined;
};
const ownCalls = (): [route: string, shape: CallShape | undefined][] =>
  [...app.server.declaredCalls].filter(([route]) => !isPattern(route) && !(route in silent)).map(([route, { shape }]) => [route, shape]);
const shapes = (): [route: string, shape: CallShape][] =>
  ownCalls().flatMap(([route, shape]) => (shape === undefined ? [] : [[route, shape]]));

/** The property names of a body or query schema; undefined if any are allowed, or if it is not an object. */
const namesOf = (schema: z.ZodType | undefined): string[] | undefined => {
  if (schema === undefined) return [];
  return schema instanceof z.ZodObject && schema.def.catchall === undefined ? Object.keys(schema.shape) : undefined;
};

it('every call outside the generic pattern declares its answer, or is listed with a reason', () => {
  expect(ownCalls().flatMap(([route, shape]) => (shape === undefined ? [route] : []))).toEqual([]);
  expect(Object.keys(silent).filter((route) => !app.server.declaredCalls.has(route))).toEqual([]);
});

it('the documented example of every body is valid for its call', () => {
  const wrong = shapes().flatMap(([route, { body, written }]) => {
    if (body === undefined || written === 'multipart/form-data') return [];
    const { requestBody } =
      document.paths[route.replace(/^\S+ /, '').replace(/:(\w+)/g, '{$1}')]?.[route.split(' ')[0]?.toLowerCase() ?? ''] ?? {};
    const [content] = Object.values(requestBody?.content ?? {});
    const { success, error } = body.safeParse(content?.example);
    return success ? [] : [`${route}: ${JSON.stringify(error.issues)}`];
  });
  expect(wrong).toEqual([]);
});
describe('the fields that a call reads', () => {
  beforeAll(async () => {
    for (const [route] of ownCalls()) {
      const [method = 'GET', url = ''] = route.split(' ');
      const { token } = await app.signIn('admin', testAdminPassword);
      const id = ids.get(resourceOf(url)?.name ?? '') ?? admin.userId;
      const isForm = shapes().some(([one, { written }]) => one === route && written === 'application/x-www-form-urlencoded');
      await app.server.inject({
        method: method as 'GET',
        url: url.replace(/:\w+/, id),
        headers: { authorization: token, ...(isForm ? { 'content-type': 'application/x-www-form-urlencoded' } : {}) },
        ...(method === 'POST' || method === 'PUT' ? { payload: isForm ? '' : {} } : {}),
      });
    }
  }, 120_000);

  it('from its body are declared', () => {
    const found = ownCalls().flatMap(([route, shape]) => {
      if (opened.has(route) && shape?.body === undefined) return [`${route} reads a body`];
      const names = namesOf(shape?.body);
      const more = [...(reads.body.get(route) ?? [])].filter((name) => names?.includes(name) === false);
      return more.length === 0 ? [] : [`${route} reads ${more.join()}`];
    });
    expect(found).toEqual([]);
  });

  it('from its query are declared', () => {
    const found = ownCalls().flatMap(([route, shape]) => {
      // Every call that deletes takes a reason.
      const names = namesOf(shape?.query)?.concat(route.startsWith('DELETE') ? ['reason'] : []);
      const more = [...(reads.query.get(route) ?? [])].filter((name) => names?.includes(name) === false);
      return more.length === 0 ? [] : [`${route} reads ${more.join()}`];
    });
    expect(found).toEqual([]);
  });
});

describe('the answer of a call', () => {
  /** Calls that this test makes, by the part after `/api/`. */
  const asked = (): string[] => {
    const [dict = '', msg = '', role = ''] = ['sys/dict', 'sys/msg', 'sys/role'].map((name) => ids.get(name) ?? '');
    return [
      'config',
      `file/select?otcId=${dict}&otcType=sys/dict`,
      'file/select-uploads',
      'session/watermark',
      'statistics/select-home',
      'statistics/select-panel-data',
      'sys/dict/select-tree?limit=50',
      'sys/district/select-tree',
      'sys/export/select-exports',
      'sys/function/select-functions',
      `sys/function/select-role-functions?sysRoleId=${role}`,
      'sys/function/select-user-functions',
      'sys/job/next-times?cron=0 8 * * *',
      'sys/linked-account/select-own',
      'sys/msg/list?limit=20',
      `sys/msg/readers/${msg}?state=unread`,
      `sys/org/select-super?id=${ids.get('sys/org') ?? ''}`,
      'sys/org/select-tree',
      'sys/passkey/select-own',
      'sys/proposal/select-own',
      `sys/role/select-reach/${role}`,
      'sys/role/select-roles',
      'sys/search?q=admin',
      'sys/token/select-own',
      'sys/user/mail-address',
      'sys/user/preference',
      `sys/user/select-info/${admin.userId}`,
      'sys/user/select-logins?limit=5',
      'sys/user/select-operations?ge=optTime:2020-01-01 00:00:00',
      `sys/user/select-rights/${ids.get('sys/user') ?? ''}`,
      'sys/setting/select-own',
      'sys/user/select-roles',
      'sys/user/select-sessions',
      'sys/user/two-step',
    ];
  };
  /** Return no envelope, or one only after earlier steps or within a time limit: their own tests validate them against the same schemas. */
  const elsewhere = [
    'GET /api/file/upload/:id',
    'GET /api/live',
    'GET /api/login/:id/callback',
    'GET /api/login/:id/start',
    'GET /api/logout',
    'GET /api/sys/export/download/:id',
    'GET /api/sys/status/select-status',
  ];
  const routeOf = (path: string): string => {
    const [plain = ''] = path.split('?');
    return `GET /api/${plain.replace(/[0-9a-f-]{36}/, ':id')}`;
  };

  it('is checked for every call that only reads', () => {
    const known = [...asked().map(routeOf), ...elsewhere].toSorted();
    expect(
      shapes()
        .map(([route]) => route)
        .filter((route) => route.startsWith('GET '))
        .toSorted(),
    ).toEqual(known);
  });

  it('matches the document, with no extra field', async () => {
    const wrong: string[] = [];
    const token = await app.admin();
    for (const path of asked()) {
      const response = await app.server.inject({ url: encodeURI(`/api/${path}`), headers: { authorization: token } });
      const answer = response.json<{ success: boolean; message: string }>();
      if (!answer.success) wrong.push(`${path}: ${answer.message}`);
      else if (mistakes(routeOf(path), answer).length > 0) wrong.push(`${path}: ${JSON.stringify(mistakes(routeOf(path), answer))}`);
    }
    expect(wrong).toEqual([]);
  });
});
