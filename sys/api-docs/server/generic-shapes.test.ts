import { office } from '@back-office/app/office.ts';
import { templateName } from '@back-office/contract/calls/import.ts';
import { openDocument, type OpenedDocument } from '@back-office/app/testing/server/open-document.ts';
import { Samples } from '@back-office/app/testing/server/samples.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

let app: TestApp;
let admin: string;
let opened: OpenedDocument;
let samples: Samples;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
  opened = await openDocument(app, admin);
  samples = new Samples(app, admin);
});
afterAll(() => app.drop());

/** Makes a call, validates the answer against the document's schema, and returns its data. */
async function call(route: string, { path = '', body }: { path?: string; body?: unknown } = {}): Promise<unknown> {
  const [method = 'GET', url = ''] = route.split(' ');
  const { code, message, data } = await app.call(admin, method as 'GET', `${url.slice('/api/'.length).replace(/:\w+/, path)}`, body);
  expect(code, `${route}: ${message}`).toBe(20000);
  const [plain = ''] = route.split('?');
  expect(opened.mistakes(plain, { success: true, code, message, ...(data === undefined ? {} : { data }) }), route).toEqual([]);
  return data;
}

it.each(office.resources.filter(({ operations }) => operations.includes('save')).map(({ name }) => name))(
  'the generic calls of %s answer as documented, with no extra field',
  async (name) => {
    const resource = office.resourceOf(name);
    const [one, other] = [await samples.save(resource), await samples.save(resource)];
    const base = `/api/${name}`;
    const has = (rest: string): boolean => `${base}/${rest}` in opened.document.paths;
    await call(`GET ${base}/create`);
    await call(`GET ${base}/select/:id`, { path: one.id });
    await call(`GET ${base}/select-page?limit=5`);
    await call(`GET ${base}/select-options?limit=5`);
    await call(`GET ${base}/select-counts?of=limit%3D1`);
    await call(`GET ${base}/select-history/:id`, { path: one.id });
    await call(`GET ${base}/select-uses/:ids`, { path: one.id });
    if (has('select-levels')) await call(`GET ${base}/select-levels?depth=2`);
    if (has('select-paths')) await call(`GET ${base}/select-paths?limit=5`);
    await call(`POST ${base}/save-each`, {
      body: [
        { id: other.id, version: other.version },
        { id: crypto.randomUUID(), version: 1 },
      ],
    });
    await call(`DELETE ${base}/delete/:id`, { path: other.id });
  },
);

it('imports and background exports answer as documented, with no extra field', async () => {
  const resource = office.resourceOf('sys/org');
  const base = '/api/sys/org';
  const opening = { type: templateName(resource), fileName: 'a.xlsx' };
  const { id: path } = Object(await call(`POST ${base}/open-import`, { body: opening })) as { id: string };
  const rows = [
    { row: 0, values: { orgName: '导入的机构', orgCode: 'imported' } },
    { row: 1, values: { orgName: '没有编码' } },
  ];
  await call(`POST ${base}/add-import-rows/:id`, { path, body: rows });
  await call(`POST ${base}/check-import/:id`, { path });
  await call(`POST ${base}/save-import/:id?goodOnly=true`, { path });
  await call(`GET ${base}/select-imports`);
  await call(`POST ${base}/export`);
  await call(`POST ${base}/undo-import/:id`, { path });
  await call(`POST ${base}/save-batch`, { body: [{ orgName: '一批', orgCode: 'batch' }] });
});
