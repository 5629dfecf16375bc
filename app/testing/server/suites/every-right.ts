import { logOperations, type Resource } from '@back-office/contract/resource/resource.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Samples } from '../samples.ts';
import type { Session, TestApp } from '../test-app.ts';
import type { Suite } from './suite.ts';

/* Who may make which call, for every declared resource: the table below is the rule (docs/wire.md "Specific calls"). */
const needs = {
  create: 'add',
  select: 'read',
  'select-page': 'read',
  'save a new one': 'add',
  'save a stored one': 'edit',
  'save-batch of new ones': 'import',
  delete: 'delete',
  'delete-ids': 'delete',
} as const;
type Call = keyof typeof needs;
const words = ['read', 'add', 'edit', 'delete', 'import', 'export'] as const;

/** The call on this resource, made with the token on an existing record. */
async function makeCall(app: TestApp, resource: Resource, call: Call, token: string | undefined, row: AnyRow) {
  const send = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) =>
    app.call(token, method, `${resource.name}/${path}`, body);
  switch (call) {
    case 'select':
      return send('GET', `select/${row.id}`);
    case 'save a new one':
      return send('POST', 'save', {});
    case 'save a stored one':
      return send('POST', 'save', { id: row.id, version: -1 });
    case 'save-batch of new ones':
      return send('POST', 'save-batch?dryRun=true', [{}]);
    case 'delete':
      return send('DELETE', `delete/${row.id}`);
    case 'delete-ids':
      return send('DELETE', `delete-ids/${row.id},${randomUUID()}`);
    default:
      return send('GET', call);
  }
}

/** Who may make which call, for every one of these resources. */
export function everyRight({ open, office, resources, chosen = {} }: Suite): void {
  let app: TestApp;
  let admin: string;
  let samples: Samples;
  const holding = new Map<string, Session>();
  const lacking = new Map<string, Session>();

  beforeAll(async () => {
    app = await open();
    admin = await app.admin();
    samples = new Samples(app, admin, { office, chosen });
    const everywhere = (permissions: readonly string[]) => Object.fromEntries(office.resources.map(({ name }) => [name, permissions]));
    for (const word of words) {
      holding.set(word, await app.userWith(everywhere([word])));
      lacking.set(word, await app.userWith(everywhere(words.filter((other) => other !== word))));
    }
    holding.set('write', await app.userWith(everywhere(['write'])));
    holding.set('admin', await app.userWith(everywhere(['admin'])));
    holding.set('nothing', await app.userWith(everywhere([])));
  });
  afterAll(() => app.drop());

  describe.each(resources)('$name', (resource) => {
    const isOffered = (call: Call) =>
      resource.operations.some(
        (operation) => call === operation || call.startsWith(`${operation} `) || (call === 'delete-ids' && operation === 'delete'),
      );
    const calls = (Object.keys(needs) as Call[]).filter(isOffered);
    let row: AnyRow;
    beforeAll(async () => {
      row = resource.operations.includes('save')
        ? await samples.save(resource)
        : ((await app.call<{ items: AnyRow[] }>(admin, 'GET', `${resource.name}/select-page`)).data.items[0] ?? {
            id: randomUUID(),
            version: 1,
          });
    });

    it.each(calls)('%s is refused without a session and with every permission except its own, and changes nothing', async (call) => {
      const before = await app.digest();
      expect(await makeCall(app, resource, call, undefined, row)).toMatchObject({ status: 200, code: 40003, message: '登录已过期' });
      for (const who of [lacking.get(needs[call]), holding.get('nothing')]) {
        expect(await makeCall(app, resource, call, who?.token, row)).toMatchObject({ status: 200, code: 40300, message: '没有操作权限' });
      }
      expect(await app.digest()).toBe(before);
    });

    it.each(calls.filter((call) => call !== 'delete'))('%s needs one permission and no other', async (call) => {
      for (const word of [needs[call], 'write', 'admin'])
        expect((await makeCall(app, resource, call, holding.get(word)?.token, row)).code, word).not.toBe(40300);
    });

    it('save-batch of stored records needs two permissions: import and edit', async () => {
      if (!isOffered('save-batch of new ones')) return;
      const code = async (who: Session | undefined) =>
        (await app.call(who?.token, 'POST', `${resource.name}/save-batch`, [{ id: row.id, version: -1 }])).code;
      expect(await Promise.all([lacking.get('edit'), lacking.get('import'), lacking.get('add')].map(code))).toEqual([40300, 40300, 40900]);
    });

    it('answers 404 to every call that it does not declare', async () => {
      // The answers of a log to `create` and `save` are tested with the logs (docs/wire.md "Generic calls").
      const isLog = resource.operations === logOperations;
      const undeclared = isLog ? [] : (Object.keys(needs) as Call[]).filter((call) => !isOffered(call));
      for (const call of undeclared)
        expect(await makeCall(app, resource, call, admin, row), call).toMatchObject({ status: 404, code: 40404, message: '接口不存在' });
      const others = [
        ['GET', 'save'],
        ['POST', 'select-page'],
        ['GET', `delete/${row.id}`],
        ['PATCH', 'save'],
        ['GET', 'selectx'],
        ['GET', 'Create'],
        ['GET', 'create/'],
        ['GET', 'select-page;x=1'],
      ] as const;
      for (const [method, path] of others)
        expect(await app.call(admin, method, `${resource.name}/${path}`), path).toMatchObject({ status: 404, code: 40404 });
    });
  });
}
