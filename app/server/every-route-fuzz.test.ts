import fc from 'fast-check';
import { codes } from '@back-office/contract/envelope.ts';
import { templateName } from '@back-office/contract/calls/import.ts';
import { office } from '@back-office/app/office.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkAnswer } from '@back-office/server/testing/check-answer.ts';
import { pngOf } from '@back-office/server/testing/file-samples.ts';
import { type HostileRequest, hostileRequests, plainRequest, edgeCaseRequests } from '@back-office/server/testing/fuzz/hostile-request.ts';
import { type Reads, recordReads } from '@back-office/server/testing/fuzz/record-reads.ts';
import { fieldsOf, type RouteFields, type Standing } from '@back-office/server/testing/fuzz/route-fields.ts';
import { readRightsTable } from '@back-office/server/testing/rights-table.ts';
import { Samples } from '@back-office/server/testing/samples.ts';
import { openTestApp, type TestApp } from '@back-office/server/testing/test-app.ts';
import { sendFile } from '@back-office/server/testing/uploads.ts';

const { resources } = office;

/*
 * Every route × every shape of value in every place that it reads (docs/hardening.md 3.C): whatever comes, never a 500,
 * nothing of our inside (V2, V3, V6), an answer within two seconds (V7), and a server that still answers (V1).
 * FUZZ_SEED looks elsewhere, FUZZ_RUNS longer.
 */
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_122);
const runs = Number(process.env['FUZZ_RUNS'] ?? 8);
const slowestMs = 2000;
const known = new Set<number>(Object.values(codes).map(({ code }) => code));

let app: TestApp;
let standing: Standing;
let reads: Reads;
beforeAll(async () => {
  app = await openTestApp({ officeViewer: 'https://viewer.example/?src={url}' });
  reads = recordReads(app.server);
  standing = await makeStanding();
}, 120_000);
afterAll(() => app.drop());

async function makeStanding(): Promise<Standing> {
  const token = await app.admin();
  const samples = new Samples(app, token);
  const records: Record<string, Standing['records'][string]> = {};
  const imports: Record<string, string> = {};
  for (const resource of resources.filter(({ operations }) => operations.includes('save'))) {
    records[resource.name] = { id: (await samples.saved(resource)).id, sample: await samples.full(resource) };
    if (resource.import.length === 0) continue;
    const opening = { type: templateName(resource), fileName: 'a.xlsx' };
    imports[resource.name] = (await app.call(token, 'POST', `${resource.name}/open-import`, opening)).data.id;
  }
  const file = await sendFile(app, token, { name: 'a.png', bytes: pngOf(8, 8) });
  const { rows } = await app.database.pool.query<{ id: string }>("select id from sys_user where user_account = 'admin'");
  return { records, imports, fileId: file.data.id, roleId: records['sys/role']?.id ?? '', userId: rows[0]?.id ?? '' };
}

/* Somebody who may do everything, and somebody new where a call ended the session or changed the password. */
let actor: string | undefined;
async function tokenOfActor(): Promise<string> {
  actor ??= (await app.userWith(Object.fromEntries(resources.map(({ name }) => [name, ['admin', 'write', 'send', 'restore']])))).token;
  return actor;
}

let calls = 0;
async function send(request: HostileRequest): Promise<void> {
  const token = await tokenOfActor();
  const start = performance.now();
  const { payload, ...rest } = request;
  const response = await app.server.inject({
    ...rest,
    method: request.method as 'GET',
    headers: { authorization: token, ...request.headers },
    ...(payload === undefined ? {} : { payload }),
    // One address would soon be refused for what others did.
    remoteAddress: `10.1.${Math.floor(calls / 250) % 250}.${calls++ % 250}`,
  });
  const ms = performance.now() - start;
  const isSheet = String(response.headers['content-type']).startsWith('application/vnd.openxml');
  if (!isSheet) checkAnswer(response, `${request.method} ${request.url.slice(0, 200)}`);
  const code = isSheet || response.body === '' ? 20000 : (response.json() as { code: number }).code;
  if (code === 40003 || code === 41003) actor = undefined;
  expect(known, String(code)).toContain(code);
  expect(ms, request.url.slice(0, 200)).toBeLessThan(slowestMs);
}

const groups = Map.groupBy(readRightsTable(), ({ url }) => url.split('/').slice(1, 4).join('/'));

/** What is known of the route, and whatever else its handler looks for once it is asked. */
async function placesOf(route: string): Promise<RouteFields> {
  const given = fieldsOf(route, standing);
  const [method = '', url = ''] = route.split(' ');
  // Nothing is described of it: a body of no names shows which it would have read.
  if ((method === 'POST' || method === 'PUT') && given.json === undefined && given.form === undefined && given.multipart === undefined)
    await send(plainRequest(method, url, given));
  const [query, body] = [reads.query.get(route) ?? [], reads.body.get(route) ?? []];
  const more = (names: Iterable<string>) => Object.fromEntries([...names].map((name) => [name, '']));
  const all = { ...more(query), ...given.query };
  return {
    ...given,
    ...(Object.keys(all).length === 0 ? {} : { query: all }),
    ...(given.json === undefined && given.form === undefined && [...body].length > 0 ? { json: more(body) } : {}),
  };
}

/** @see docs/postmortems/a-check-that-the-sibling-forgot.md */
describe.each([...groups].map(([prefix, rows]) => ({ prefix, rows })))(`seed ${seed}, $prefix`, ({ rows }) => {
  it.each(rows)('$route takes anything and breaks at nothing', async ({ route }) => {
    const fields = await placesOf(route);
    for (const request of edgeCaseRequests(route, fields)) await send(request);
    const others = [...Object.values(standing.records).map(({ id }) => id), 1, 2, standing.userId];
    await fc.assert(fc.asyncProperty(hostileRequests(route, fields, others), send), { seed, numRuns: runs });
  });
});

it('the server is as well as before', async () => {
  expect((await app.server.inject('/healthz')).statusCode).toBe(200);
  expect((await app.server.inject('/readyz')).statusCode).toBe(200);
});
