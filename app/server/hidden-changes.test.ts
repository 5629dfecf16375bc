import { office } from '@back-office/app/office.ts';
import type { Field } from '@back-office/contract/resource/field.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { openReceiver } from '@back-office/server/testing/open-receiver.ts';
import { runJob } from '../testing/server/run-job.ts';
import { Samples } from '../testing/server/samples.ts';
import { openTestApp, type TestApp } from '../testing/server/test-app.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { queriesOf } from '../testing/server/hidden-queries.ts';
import { type Asker, askers, HiddenWorld, ofTheMachine, firstDifference, type Place } from '../testing/server/hidden-world.ts';

/*
 * Records outside a person's data scope leak nothing, even to somebody who knows their content. While such records of every kind are changed,
 * moved, deleted and restored, each list sorted by any of its fields, or searched for their old or new values, answers as
 * before: to a session, to a key, in a preview of a role, to an assistant and in exports. Nor do changes since, choices,
 * trials of a save or the queue of a webhook reveal anything.
 */
let app: TestApp;
let admin: string;
let world: HiddenWorld;
let samples: Samples;
let receiver: Awaited<ReturnType<typeof openReceiver>>;
beforeAll(async () => {
  app = await openTestApp({ keyCallsPerMinute: 0, assistants: true, webhookPrivate: true });
  admin = await app.admin();
  world = new HiddenWorld(app, admin);
  samples = new Samples(app, admin);
  receiver = await openReceiver();
});
afterAll(async () => {
  receiver.close();
  await app.drop();
});

const listed = office.resources.filter(({ name, operations }) => !ofTheMachine.includes(name) && operations.includes('select-page'));
/** The resources with hidden records, which are created by hand. */
const kept = listed.filter(({ scope, operations }) => scope !== undefined && operations.includes('save'));

/** For each resource, a record outside the asker's reach that is changed, and one that is deleted and restored. */
type Standing = Readonly<Record<string, { readonly changed: AnyRow; readonly gone: AnyRow }>>;

/** Creates records of each resource within the asker's reach, so that there is something to sort; and others outside it. */
async function stand({ colleague, reached }: Place): Promise<Standing> {
  const standing: Record<string, { changed: AnyRow; gone: AnyRow }> = {};
  for (const resource of kept) {
    const { org, person } = resource.scope ?? {};
    const places = {
      ...(org === undefined || org === 'id' || reached === null ? {} : { [org]: reached }),
      ...(person === undefined || person === 'id' ? {} : { [person]: colleague }),
    };
    for (let made = 0; made < 2 && colleague !== null; made += 1) {
      const { id } = await samples.save(resource);
      const table = resource.table as 'sys_org';
      await app.database.db
        .updateTable(table)
        .set({ createUser: colleague, ...places })
        .where('id', '=', id)
        .execute();
      if (org === 'id') await app.database.db.updateTable(table).set({ parentId: reached }).where('id', '=', id).execute();
    }
    // Postponed: otherwise a job would send the message meanwhile, a change that no call of the test caused.
    if (resource.name === 'sys/sms') await app.database.pool.query(`UPDATE sys_sms SET run_time = now() + interval '1 day'`);
    standing[resource.name] = { changed: await samples.save(resource), gone: await samples.save(resource) };
  }
  return standing;
}

const plainKinds = new Set<Field['kind']>(['text', 'longText', 'number', 'datetime', 'date', 'boolean', 'colour', 'texts']);
/** Fields whose values a rule prescribes. */
const leftAlone = new Set(['tokenRights', 'allowedAddresses', 'expireTime', 'events', 'webhookUrl', 'botUrl', 'groupRoles', 'publishTime']);

/** Changes the records that may be changed, deletes the others, and restores previously deleted ones. */
async function alter(standing: Standing, again: boolean): Promise<number> {
  let altered = 0;
  for (const resource of kept) {
    const { changed, gone } = standing[resource.name] ?? {};
    const fields = resource.form.filter((name) => plainKinds.has(resource.fields[name]?.kind ?? 'json') && !leftAlone.has(name));
    const { data } = await app.call(admin, 'GET', `${resource.name}/select/${changed?.id}`);
    const values = await samples.full({ ...resource, form: fields });
    const saved = await app.call(admin, 'POST', `${resource.name}/save`, { ...values, id: data.id, version: data.version });
    if (saved.code === 20000) altered += 1;
    const removed = await app.call(admin, 'DELETE', `${resource.name}/delete/${gone?.id}`);
    if (removed.code === 20000) altered += 1;
    if (!again) continue;
    const { rows } = await app.database.pool.query<{ id: string }>('SELECT id FROM sys_recycle WHERE target_id = $1', [gone?.id]);
    for (const { id } of rows) if ((await app.call(admin, 'POST', `sys/recycle/restore/${id}`)).code === 20000) altered += 1;
  }
  return altered;
}

/** A selection of the possible queries, and their parameters. */
const asks = fc.record({
  places: fc.array(fc.nat(), { minLength: 3, maxLength: 3 }),
  limit: fc.constantFrom(1, 2, 100),
});
type Asks = typeof asks extends fc.Arbitrary<infer Value> ? Value : never;

function pathsOf(standing: Standing, { places, limit }: Asks): { resource: Resource; query: string }[] {
  return listed.flatMap((resource) => {
    const rows = [standing[resource.name]?.changed, standing[resource.name]?.gone].flatMap((row) => row ?? []);
    const all = Object.keys(resource.fields).flatMap((name) =>
      (rows.length === 0 ? [{ id: '', version: 1 }] : rows).flatMap((row) => queriesOf(resource, name, row)),
    );
    const chosen = new Set(places.map((place) => all[place % all.length] ?? ''));
    return [...chosen].map((query) => ({ resource, query: `${query}&limit=${limit}` }));
  });
}

/** Signatures and marks that are generated each time, and values that queries themselves change. */
const madeAnew = new Set(['filePath', 'thumbnailPath', 'cursor', 'lastSeenTime', 'lastUsedTime']);

type Ask = readonly [what: string, ask: () => Promise<string>];
const call = (token: string, method: 'GET' | 'POST', path: string, body?: unknown): Ask => [
  `${method} ${path} ${body === undefined ? '' : JSON.stringify(body)}`,
  async () => {
    const { code, message, data } = await app.call<unknown>(token, method, path, body);
    return JSON.stringify({ code, message, data }, (name, value: unknown) => (madeAnew.has(name) ? undefined : value));
  },
];

const exported = (key: string, path: string): Ask => [
  `export ${path}`,
  async () => (await app.server.inject({ url: `/api/${path}`, headers: { authorization: `Bearer ${key}` } })).body,
];

/** Calls a tool of an assistant. */
const used = (key: string, name: string, given: object): Ask => [
  `assistant ${name} ${JSON.stringify(given)}`,
  async () => {
    const { body } = await app.server.inject({
      method: 'POST',
      url: '/api/mcp',
      headers: { authorization: `Bearer ${key}`, accept: 'application/json, text/event-stream' },
      payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } },
    });
    return body;
  },
];

async function answers(asked: readonly Ask[]): Promise<string[]> {
  const texts: string[] = [];
  for (const [, ask] of asked) texts.push(await ask());
  return texts;
}

const eventsOf = ({ lacking }: Place): string[] =>
  kept
    .filter(({ name }) => !lacking.includes(name))
    .flatMap(({ name }) => ['added', 'changed', 'deleted'].map((event) => `${name}:${event}`));

/** A key with all of the asker's rights, and a preview of their role by somebody who sees everything. */
async function othersOf(place: Place): Promise<{ key: string; preview: string }> {
  const held = listed.filter(({ name }) => name !== 'sys/token' && !place.lacking.includes(name));
  const tokenRights = held.flatMap(({ name }) => ['read', 'edit', 'export'].map((word) => `${name}:${word}`));
  const expireTime = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 19).replace('T', ' ');
  const posted = { tokenName: '程序', tokenRights, expireTime, sysUserId: place.asker };
  const { data, message } = await app.call<{ token?: string }>(admin, 'POST', 'sys/token/save', posted);
  const key = data.token ?? expect.fail(message);
  const all = Object.fromEntries(listed.map(({ name }) => [name, ['write', 'export']]));
  await app.call(place.token, 'POST', 'sys/webhook/save', { webhookName: '推送', webhookUrl: receiver.url, events: eventsOf(place) });
  const chief = await world.staff.signedIn(place.home, [await world.staff.role({ dataScope: '全部', grants: all })]);
  const opened = await app.call<{ credentials?: { accessToken: string } }>(chief.token, 'POST', `sys/role/preview/${place.own}`);
  return { key, preview: opened.data.credentials?.accessToken ?? expect.fail(opened.message) };
}

/** A person who sees a part of nearly every resource. */
const example: [Asker, Asks] = [
  { dataScope: '自定义', home: 0, orgs: [1], lacking: [] },
  { places: [1, 20, 33], limit: 2 },
];

type Others = Awaited<ReturnType<typeof othersOf>>;
type Paths = ReturnType<typeof pathsOf>;

/** Queries that write no log line: pages and counts for each of the three, and changes since. */
async function quietOf({ token, lacking }: Place, { key, preview }: Others, paths: Paths): Promise<Ask[]> {
  const bearers = [token, `Bearer ${key}`, preview];
  const pages = paths.map(({ resource: { name }, query }, at) =>
    call(name === 'sys/token' ? token : (bearers[at % 3] ?? ''), 'GET', `${name}/select-page?${query}`),
  );
  const counts = [...Map.groupBy(paths, ({ resource }) => resource.name)].map(([name, some]) => {
    const of = some.map(({ query }) => `of=${encodeURIComponent(withoutLimit(query))}`).join('&');
    return call(preview, 'GET', `${name}/select-counts?${of}`);
  });
  const since: Ask[] = [];
  for (const { name } of kept.filter((one) => !lacking.includes(one.name))) {
    const { data } = await app.call<{ cursor: string } | undefined>(token, 'GET', `${name}/changes?limit=500`);
    if (data !== undefined) since.push(call(token, 'GET', `${name}/changes?since=${data.cursor}`));
  }
  return [...pages, ...counts, ...since];
}

/** Queries that do: exports, and an assistant's tools; and computed data about people whom they choose. */
function loudOf({ token, reached, lacking }: Place, { key }: Others, paths: Paths, standing: Standing): Ask[] {
  const ofLogs = /sys\/(?:log-|token|session|webhook-delivery)/;
  const exports = paths
    .filter(({ resource: { name, operations } }) => !ofLogs.test(name) && operations.includes('export'))
    .map(({ resource: { name }, query }) => exported(key, `${name}/export?format=ndjson&${withoutLimit(query)}`));
  const assistant = kept
    .filter(({ name }) => name !== 'sys/token' && !lacking.includes(name))
    .flatMap(({ name, label }) => [
      used(key, 'find', { resource: name, sort: 'updateTime:desc', limit: 50 }),
      used(key, 'read', { resource: name, id: standing[name]?.changed.id }),
      used(key, 'propose', { resource: name, id: standing[name]?.gone.id, values: { [label]: '样本' }, reason: '猜' }),
    ]);
  const chosen = { content: '你好', orgIds: reached === null ? [] : [reached] };
  return [...exports, ...assistant, ...(lacking.includes('sys/sms') ? [] : [call(token, 'POST', 'sys/sms/preview-send', chosen)])];
}

const withoutLimit = (query: string): string => query.replace(/&limit.*/, '');

/** The differences between two rounds of answers. */
const partings = (asked: readonly Ask[], before: readonly string[], after: readonly string[]): string[] =>
  asked.flatMap(([what], at) => (before[at] === after[at] ? [] : [`${what}: ${firstDifference(before[at], after[at])}`]));

it('no answer reveals changes to records outside a person’s data scope, whatever the person knows of them', async () => {
  let [altered, seen] = [0, 0];
  await fc.assert(
    fc.asyncProperty(askers, asks, async (asker, wanted) => {
      const place = await world.build(asker);
      const standing = await stand(place);
      await world.happen(place);
      altered += await alter(standing, false);
      const others = await othersOf(place);
      const paths = pathsOf(standing, wanted).filter(({ resource: { name } }) => !place.lacking.includes(name));
      const [quiet, loud] = [await quietOf(place, others, paths), loudOf(place, others, paths, standing)];
      await runJob(app, 'send-webhooks');
      const taken = receiver.taken.length;
      // Queries that write log lines run before and after the lists that show those lines.
      const before = [await answers(loud), await answers(quiet)] as const;
      await world.happen(place);
      altered += await alter(standing, true);
      await runJob(app, 'send-webhooks');
      const after = [await answers(quiet), await answers(loud)] as const;
      expect(partings(quiet, before[1], after[0])).toEqual([]);
      expect(partings(loud, before[0], after[1])).toEqual([]);
      expect(receiver.taken.slice(taken)).toEqual([]);
      seen += before[1].filter((text) => /"items":\[\{/.test(text)).length;
    }),
    { seed: 20_262, numRuns: 2, endOnFailure: true, examples: [example] },
  );
  expect(altered).toBeGreaterThan(30);
  // The property proves something only if something is visible.
  expect(seen).toBeGreaterThan(15);
}, 600_000);
