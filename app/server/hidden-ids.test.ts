import { randomUUID } from 'node:crypto';
import { office } from '@back-office/app/office.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { pngOf } from '@back-office/server/testing/file-samples.ts';
import { fieldsOf, type RouteData } from '../testing/server/fuzz/route-fields.ts';
import { Samples } from '../testing/server/samples.ts';
import { openTestApp, type Session, type TestApp, userPassword } from '../testing/server/test-app.ts';
import { sendFile } from '../testing/server/uploads.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

/*
 * A record outside a person's reach is answered like a missing one, wherever its id appears: in paths, filters, saved records and their
 * references, in every call; and nothing happens to it.
 */
let app: TestApp;
let admin: string;
let standing: RouteData;
let asker: Session;
/** Every record outside the asker's reach. */
const hidden = new Set<string>();
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
  standing = await makeStanding();
  const words = ['write', 'send', 'restore', 'resend', 'run', 'test', 'retry', 'plan', 'change'];
  asker = await app.userWith(Object.fromEntries(office.resources.map(({ name }) => [name, words])), { dataScope: '本人' });
  for (const { table } of office.resources.filter(({ scope }) => scope !== undefined)) {
    const { rows } = await app.database.pool.query<{ id: string }>(`SELECT id FROM ${table} WHERE id <> $1`, [asker.userId]);
    for (const { id } of rows) hidden.add(id);
  }
}, 600_000);
afterAll(() => app.drop());

/** A record of every resource, created by somebody outside the asker's reach. */
async function makeStanding(): Promise<RouteData> {
  const samples = new Samples(app, admin);
  const records: Record<string, RouteData['records'][string]> = {};
  for (const resource of office.resources.filter(({ operations }) => operations.includes('save')))
    records[resource.name] = { id: (await samples.save(resource)).id, sample: await samples.full(resource) };
  const { data: file } = await sendFile(app, admin, { name: 'a.png', bytes: pngOf(8, 8) });
  const gone = await samples.save(office.resourceOf('sys/dept'));
  expect((await app.call(admin, 'DELETE', `sys/dept/delete/${gone.id}`)).code).toBe(20000);
  for (const name of ['sys/file', 'sys/session', 'sys/log-opt', 'sys/log-login', 'sys/recycle']) {
    const { rows } = await app.database.pool.query<{ id: string }>(`SELECT id FROM ${office.resourceOf(name).table} ORDER BY id LIMIT 1`);
    records[name] = { id: String(rows[0]?.id), sample: {} };
  }
  const idOf = (name: string): string => records[name]?.id ?? '';
  return { resources: office.resources, records, imports: {}, fileId: file.id, roleId: idOf('sys/role'), userId: idOf('sys/user') };
}

interface Asked {
  readonly path: string;
  readonly body?: unknown;
}

/** The requests of a call with the ids of those records. */
function asksOf(route: string, resource: Resource | undefined): Asked[] {
  const [method = '', url = ''] = route.split(' ');
  const fields = fieldsOf(route, standing);
  const path = url.replace('/api/', '').replaceAll(/:(\w+)/g, (_, name: string) => fields.params?.[name] ?? '');
  const query = new URLSearchParams(fields.query).toString();
  const bodies = method === 'GET' ? [undefined] : [fields.json ?? {}, {}];
  const asked: Asked[] = bodies.map((body) => ({ path: query === '' ? path : `${path}?${query}`, body }));
  if (resource === undefined) return asked;
  if (/\/(?:save|save-batch|save-each|approve-each)$/.test(path))
    for (const row of rowsOf(resource)) asked.push({ path, body: path.endsWith('/save') ? row : [row] });
  if (/\/select-(?:page|levels|paths)$/.test(path))
    for (const [name, id] of referencesOf(resource))
      asked.push({ path: `${path}?eq=${name}:${id}&depth=3` }, { path: `${path}?under=${name}:${id}&depth=3` });
  return asked;
}

/** Records with such an id, complete and partial, and new ones that refer to others, in all of their fields and in each. */
function rowsOf({ name }: Resource): object[] {
  const { id, sample = {} } = standing.records[name] ?? {};
  const referring = Object.entries(sample).filter(([, value]) => [value].flat().some((one) => hidden.has(String(one))));
  const whole = [{ ...sample, id, version: 1 }, { id, version: 1 }, { id, version: 7 }, { id }, sample];
  return [...whole, ...referring.map(([field, value]) => ({ [field]: value }))];
}

/** Its reference fields, with the id of such a record. */
function referencesOf({ name, fields }: Resource): [field: string, id: string][] {
  return Object.entries(fields).flatMap(([field, declared]) => {
    const to = declared.kind === 'parent' ? name : 'to' in declared ? String([declared.to].flat()[0]) : '';
    const id = standing.records[to]?.id;
    return id === undefined ? [] : [[field, id] as [string, string]];
  });
}

const ids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** The same request with ids of nothing instead of hidden ones; undefined if it has none. */
function ofNothing(asked: Asked): Asked | undefined {
  const text = JSON.stringify(asked);
  const swapped = new Map<string, string>();
  for (const [id] of text.matchAll(ids)) if (hidden.has(id)) swapped.set(id, randomUUID());
  return swapped.size === 0 ? undefined : (JSON.parse(text.replaceAll(ids, (id) => swapped.get(id) ?? id)) as Asked);
}

const answerOf = async (method: string, { path, body }: Asked): Promise<string> => {
  const { code, message, data } = await app.call<unknown>(asker.token, method as 'GET', path, body);
  if (code === 40003 || code === 41003) asker = await app.signIn(asker.account, userPassword);
  return JSON.stringify({ code, message, data }).replaceAll(ids, 'id');
};

it('a record outside the asker’s data scope is answered like one that does not exist', async () => {
  // None of these takes a record's id, and some of them end the session.
  const left = /logout|session\/|update-password|\/export$|\/changes$/;
  const told: string[] = [];
  let count = 0;
  const before = await app.digest();
  for (const [route, right] of app.server.declaredRights) {
    if (right === 'public' || left.test(route)) continue;
    const [method = '', url = ''] = route.split(' ');
    const resource = office.resources.find(({ name }) => url.startsWith(`/api/${name}/`));
    for (const asked of asksOf(route, resource)) {
      const other = ofNothing(asked);
      if (other === undefined) continue;
      count += 1;
      const [one, two] = [await answerOf(method, asked), await answerOf(method, other)];
      if (one !== two) told.push(`${route} ${JSON.stringify(asked)}: ${one} and of nothing ${two}`);
    }
  }
  expect(told).toEqual([]);
  expect(count).toBeGreaterThan(400);
  expect(await app.digest()).toBe(before);
}, 600_000);
