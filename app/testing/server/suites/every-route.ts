import fc from 'fast-check';
import { templateName } from '@back-office/contract/calls/import.ts';
import { codes } from '@back-office/contract/envelope.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkAnswer } from '@back-office/server/testing/check-answer.ts';
import { pngOf } from '@back-office/server/testing/file-samples.ts';
import { edgeCaseRequests, type HostileRequest, hostileRequests, plainRequest } from '../fuzz/hostile-request.ts';
import { type Reads, recordReads } from '../fuzz/record-reads.ts';
import { fieldsOf, type RouteFields, type RouteData } from '../fuzz/route-fields.ts';
import { readRightsTable } from '../rights-table.ts';
import { Samples } from '../samples.ts';
import type { TestApp } from '../test-app.ts';
import { sendFile } from '../uploads.ts';
import type { Suite } from './suite.ts';

const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_122);
const runs = Number(process.env['FUZZ_RUNS'] ?? 8);
const slowestMs = 2000;
const knownCodes = new Set<number>(Object.values(codes).map(({ code }) => code));
/** The number of refused requests per route that are repeated, to see that they change nothing. */
const maxRepeats = 24;

interface Fuzzed extends Suite {
  /** Selects routes by their URL. */
  readonly isOurs?: (url: string) => boolean;
  /** The reviewed lines of a module's own calls, as in rights-table.txt. */
  readonly calls?: readonly string[];
  /** Repeats refused calls between two digests of all stored data. */
  readonly looksAtRefusals?: boolean;
}

/** These answers have no envelope, for generators of clients (docs/decisions/0073-openapi.md). */
const isDocument = ({ url }: HostileRequest): boolean => url.startsWith('/api/openapi.json');

/**
 * Every route × every shape of value in every place that it reads (docs/hardening.md 3.C): whatever the input, never a
 * 500, no internals (V2, V3, V6), an answer within two seconds (V7), and a server that still answers (V1). FUZZ_SEED
 * tries other values, FUZZ_RUNS more.
 */
export function everyRoute({
  open,
  office,
  resources,
  chosen = {},
  isOurs = () => true,
  calls = [],
  looksAtRefusals = false,
}: Fuzzed): void {
  const table = readRightsTable(office, calls).filter(({ url }) => isOurs(url));
  let app: TestApp;
  let routeData: RouteData;
  let reads: Reads;
  beforeAll(async () => {
    app = await open({ officeViewer: 'https://viewer.example/?src={url}' });
    reads = recordReads(app.server);
    routeData = await makeRouteData();
  }, 120_000);
  afterAll(() => app.drop());

  async function makeRouteData(): Promise<RouteData> {
    const token = await app.admin();
    const samples = new Samples(app, token, { office, chosen });
    const records: Record<string, RouteData['records'][string]> = {};
    const imports: Record<string, string> = {};
    for (const resource of resources.filter(({ operations }) => operations.includes('save'))) {
      records[resource.name] = { id: (await samples.save(resource)).id, sample: await samples.full(resource) };
      if (resource.import.length === 0) continue;
      const opening = { type: templateName(resource), fileName: 'a.xlsx' };
      imports[resource.name] = (await app.call(token, 'POST', `${resource.name}/open-import`, opening)).data.id;
    }
    const file = await sendFile(app, token, { name: 'a.png', bytes: pngOf(8, 8) });
    const { rows } = await app.database.pool.query<{ id: string }>("select id from sys_user where user_account = 'admin'");
    const ids = { fileId: file.data.id, roleId: records['sys/role']?.id ?? '', userId: rows[0]?.id ?? '' };
    return { resources: office.resources, records, imports, ...ids };
  }

  /* An administrator, replaced by a new one after a call that ended the session or changed the password. */
  let actor: string | undefined;
  async function tokenOfActor(): Promise<string> {
    actor ??= (await app.userWith(Object.fromEntries(office.resources.map(({ name }) => [name, ['admin', 'write', 'send', 'restore']]))))
      .token;
    return actor;
  }

  let count = 0;
  /** Returns the code of the answer, which must not be a server error. */
  async function send(request: HostileRequest): Promise<number> {
    const token = await tokenOfActor();
    const start = performance.now();
    const { payload, ...rest } = request;
    const response = await app.server.inject({
      ...rest,
      method: request.method as 'GET',
      headers: { authorization: token, ...request.headers },
      ...(payload === undefined ? {} : { payload }),
      // A single address would soon be refused because of other calls.
      remoteAddress: `10.1.${Math.floor(count / 250) % 250}.${count++ % 250}`,
    });
    const ms = performance.now() - start;
    const isSheet = String(response.headers['content-type']).startsWith('application/vnd.openxml');
    if (!isSheet) checkAnswer(response, `${request.method} ${request.url.slice(0, 200)}`, payload);
    const { code = isDocument(request) ? codes.ok.code : Number.NaN } =
      isSheet || response.body === '' ? { code: codes.ok.code } : (response.json() as { code?: number });
    if (code === 40003 || code === 41003) actor = undefined;
    expect(knownCodes, String(code)).toContain(code);
    expect(ms, request.url.slice(0, 200)).toBeLessThan(slowestMs);
    return code;
  }

  /** The described input of the route, and whatever else its handler reads when called. */
  async function placesOf(route: string): Promise<RouteFields> {
    const given = fieldsOf(route, routeData);
    const [method = '', url = ''] = route.split(' ');
    // Nothing is described: an empty body shows which names it would read.
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

  /** Repeats refused requests, which change nothing: all of them between two digests, or each if one is accepted now or something has changed. */
  async function expectNoChange(refused: readonly HostileRequest[]): Promise<void> {
    await tokenOfActor();
    const before = await app.digest();
    let areRefused = true;
    for (const request of refused) areRefused = (await send(request)) !== codes.ok.code && areRefused;
    const after = await app.digest();
    if (areRefused && after === before) return;
    await expectNoChangeEach(refused);
    if (areRefused) expect(after, 'changed by one of these refusals, the first time that they were repeated').toBe(before);
  }

  async function expectNoChangeEach(refused: readonly HostileRequest[]): Promise<void> {
    let before = await app.digest();
    for (const request of refused) {
      const isRefused = (await send(request)) !== codes.ok.code;
      const after = await app.digest();
      if (isRefused) expect(after, `changed by a refusal of ${request.method} ${request.url.slice(0, 200)}`).toBe(before);
      before = after;
    }
  }

  const groups = Map.groupBy(table, ({ url }) => url.split('/').slice(1, 4).join('/'));

  describe.each([...groups].map(([prefix, rows]) => ({ prefix, rows })))(`seed ${seed}, $prefix`, ({ rows }) => {
    it.each(rows)('$route withstands any input', async ({ route }) => {
      const fields = await placesOf(route);
      const refused: HostileRequest[] = [];
      const tryOne = async (request: HostileRequest) => {
        if ((await send(request)) !== codes.ok.code && actor !== undefined) refused.push(request);
      };
      for (const request of edgeCaseRequests(route, fields)) await tryOne(request);
      const others = [...Object.values(routeData.records).map(({ id }) => id), 1, 2, routeData.userId];
      await fc.assert(fc.asyncProperty(hostileRequests(route, fields, others), tryOne), { seed, numRuns: runs });
      if (!looksAtRefusals) return;
      const step = Math.max(1, Math.ceil(refused.length / maxRepeats));
      await expectNoChange(refused.filter((_, at) => at % step === 0));
    });
  });

  it('the server is still alive and ready', async () => {
    expect((await app.server.inject('/healthz')).statusCode).toBe(200);
    expect((await app.server.inject('/readyz')).statusCode).toBe(200);
  });
}
