import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { joinModules } from '@back-office/contract/office/office.ts';
import { defineResource } from '@back-office/contract/resource/define-resource.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { drawPages } from './draw-pages.ts';
import { openPages } from './open-pages.ts';

/* The pages and calls of a rehearsal, against a server with scripted answers. */
const fields = { boxName: { kind: 'text', label: '名称', max: 9 } } as const;
const common = { label: 'boxName', list: ['boxName'], form: [], sort: 'boxName:asc' } as const;
const shelf = defineResource({ ...common, name: 'acme/shelf', title: '货架', table: 'acme_shelf', fields });
const box = defineResource({
  ...common,
  name: 'acme/box',
  title: '盒子',
  table: 'acme_box',
  fields: { ...fields, shelfId: { kind: 'reference', label: '货架', to: 'acme/shelf' } },
  form: ['boxName', 'shelfId'],
});
/** Nobody saves its records, so its form offers nothing. */
const line = defineResource({
  ...common,
  name: 'acme/line',
  title: '流水',
  table: 'acme_line',
  fields: { ...fields, boxId: { kind: 'reference', label: '盒子', to: 'acme/box' } },
  form: ['boxId'],
  operations: ['select-page', 'select'],
});
const office = joinModules([
  {
    name: 'acme',
    menu: [{ path: '/acme', title: '经营', icon: 'database' }],
    features: [
      {
        name: 'boxes',
        resources: [shelf, box, line],
        menu: [box, line].map(({ name, title }) => ({ resource: name, group: '/acme', order: 1, title, icon: 'file' }) as const),
        pages: [
          { path: '/map', name: 'map', component: 'map', meta: { title: '地图' } },
          { path: '/map/:id', name: 'map-of', component: 'map-of', meta: { title: '地图' } },
        ],
      },
    ],
  },
]);

let server: Server;
let address: string;
let asked: string[];
let answers: Record<string, { status?: number; body: string }>;
const page = '<div id="root"></div><script src="/assets/main.js"></script><link href="/assets/main.css">';
beforeAll(async () => {
  server = createServer(({ url = '', method, headers }, response) => {
    asked.push(`${method === 'HEAD' ? 'HEAD ' : ''}${url}${url.startsWith('/api') ? ` as ${headers.authorization ?? ''}` : ''}`);
    const rows = url.includes('/select-page') && !url.includes('/shelf') ? [{ id: '7' }, { id: '8' }] : [];
    const usual = url.startsWith('/api') ? JSON.stringify({ code: 20000, data: { items: rows } }) : page;
    const { status = 200, body = usual } = answers[url] ?? {};
    response.writeHead(status).end(method === 'HEAD' ? '' : body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(() => {
  [asked, answers] = [[], {}];
});

it('opens every page, the assets of the first, every list, a record of each viewable one, and form choices', async () => {
  expect(await openPages(office, address, 'key')).toEqual({
    pages: ['/', '/acme/box', '/acme/line', '/map'],
    lists: 3,
    records: 2,
    forms: ['/acme/box/view/7', '/acme/box/view/7?edit=1', '/acme/box/view/new?edit=1', '/acme/line/view/7'],
  });
  expect(asked).toEqual([
    '/',
    'HEAD /assets/main.js',
    'HEAD /assets/main.css',
    '/acme/box',
    '/acme/line',
    '/map',
    '/api/acme/shelf/select-page?index=0&limit=10 as key',
    '/api/acme/box/select-page?index=0&limit=10 as key',
    '/api/acme/box/select/7 as key',
    '/api/acme/line/select-page?index=0&limit=10 as key',
    '/api/acme/line/select/7 as key',
    '/api/acme/shelf/select-options?limit=10 as key',
  ]);
});

it('has only the empty form drawn for a list without records', async () => {
  answers['/api/acme/box/select-page?index=0&limit=10'] = { body: '{"code":20000,"data":{"items":[]}}' };
  expect(await openPages(office, address, 'key')).toMatchObject({ records: 1, forms: ['/acme/box/view/new?edit=1', '/acme/line/view/7'] });
});

it.each([
  ['/map', { body: 'nothing' }, '/map answered 200: nothing'],
  ['/map', { status: 404, body: page }, '/map answered 404: <div id="root">'],
  ['/assets/main.css', { status: 404, body: '' }, '/assets/main.css answered 404'],
  [
    '/api/acme/shelf/select-page?index=0&limit=10',
    { body: '{"code":50000,"message":"坏"}' },
    '/api/acme/shelf/select-page?index=0&limit=10 answered 50000 坏',
  ],
  ['/api/acme/box/select/7', { body: '{"code":40400,"message":"没有"}' }, '/api/acme/box/select/7 answered 40400 没有'],
  ['/api/acme/shelf/select-options?limit=10', { body: '{}' }, '/api/acme/shelf/select-options?limit=10 answered undefined undefined'],
])('stops when %s answers %j', async (path, answer, sentence) => {
  answers[path] = answer;
  await expect(openPages(office, address, 'key')).rejects.toThrow(sentence);
});

it('draws nothing without Chromium, and says so', async () => {
  const answer = { roles: { userId: '', userName: '', userAvatar: null, userStatus: '正常', userAccount: 'admin' } };
  expect(await drawPages({ chromium: '', address, answer: answer as never, paths: ['/'] })).toBe('这台机器上没有 Chromium');
});
