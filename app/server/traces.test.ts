import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { copyTemplate } from '../testing/server/test-database.ts';
import { dayOf, encryptField } from '@back-office/server/testing/seal-values.ts';
import { until } from '@back-office/server/testing/until.ts';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';

/* A whole server that sends traces to a collector, as OTLP in JSON (opentelemetry.io, "OTLP Specification"). */
interface Value {
  readonly stringValue?: string;
  readonly intValue?: number;
  readonly arrayValue?: { readonly values: readonly Value[] };
}
interface Sent {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: Value }[];
  readonly status: { readonly code?: number };
}

const spans: Sent[] = [];
const resources = new Map<string, string | undefined>();
const bodies: string[] = [];
let collector: Server;
let dataDir: string;
let copy: Awaited<ReturnType<typeof copyTemplate>>;
let server: ChildProcess;
let said = '';
beforeAll(async () => {
  collector = createServer((request, response) => {
    void text(request).then((body) => {
      expect([request.method, request.url, request.headers['content-type']]).toEqual(['POST', '/v1/traces', 'application/json']);
      bodies.push(body);
      const sent = JSON.parse(body) as {
        resourceSpans: { resource: { attributes: Sent['attributes'] }; scopeSpans: { spans: Sent[] }[] }[];
      };
      for (const { resource, scopeSpans } of sent.resourceSpans) {
        for (const { key, value } of resource.attributes) resources.set(key, value.stringValue);
        spans.push(...scopeSpans.flatMap((scope) => scope.spans));
      }
      response.setHeader('content-type', 'application/json').end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  dataDir = await mkdtemp(join(tmpdir(), 'back-office-traces-'));
  copy = await copyTemplate(inject('testTemplate'), dataDir);
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: '0',
    HOST: '127.0.0.1',
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: 'warn',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}/`,
    OTEL_SERVICE_NAME: 'the-office',
    ...(copy.url === undefined ? {} : { DATABASE_URL: copy.url }),
  };
  server = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [server.stdout, server.stderr]) stream?.setEncoding('utf8').on('data', (part: string) => (said += part));
  await until(() => /http:\/\/127\.0\.0\.1:\d+/.test(said));
});
afterAll(async () => {
  server.kill('SIGKILL');
  collector.closeAllConnections();
  collector.close();
  await copy.remove();
  await rm(dataDir, { recursive: true, force: true });
});

const urlOf = (path: string): string => `${/http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0]}${path}`;
const attributesOf = (span: Sent | undefined): Record<string, unknown> =>
  Object.fromEntries(
    (span?.attributes ?? []).map(({ key, value }) => [
      key,
      value.stringValue ?? value.intValue ?? value.arrayValue?.values[0]?.stringValue,
    ]),
  );
const callOf = (id: string) => spans.find((span) => attributesOf(span)['http.request.header.x-request-id'] === id);

it('a call is a span with the request id, in the trace of the proxy, and its statements are child spans', async () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const headers = {
    'x-request-id': 'from-the-proxy',
    traceparent: `00-${traceId}-b7ad6b7169203331-01`,
  };
  const day = dayOf(new Date());
  const body = new URLSearchParams({ username: encryptField('admin', day), password: encryptField('a-secret-word', day) });
  const answer = await fetch(urlOf('/api/login'), { method: 'POST', headers, body });
  expect(answer.headers.get('x-request-id')).toBe('from-the-proxy');
  await until(() => callOf('from-the-proxy') !== undefined);
  const call = callOf('from-the-proxy');
  expect(call).toMatchObject({ name: 'POST /api/login', kind: 2, traceId, parentSpanId: 'b7ad6b7169203331' });
  expect(attributesOf(call)).toMatchObject({ 'http.route': '/api/login', 'http.response.status_code': 200 });
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === call?.spanId);
  expect(statements.length).toBeGreaterThan(0);
  for (const statement of statements) {
    expect(statement).toMatchObject({ traceId, kind: 3 });
    expect(attributesOf(statement)).toMatchObject({ 'db.system.name': 'postgresql', 'db.query.text': expect.any(String) });
    expect(BigInt(statement.startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(call?.startTimeUnixNano ?? 0) - 2_000_000n);
    expect(BigInt(statement.endTimeUnixNano)).toBeLessThanOrEqual(BigInt(call?.endTimeUnixNano ?? 0) + 2_000_000n);
  }
  expect(resources.get('service.name')).toBe('the-office');
});

it('no span contains path values, a query or what was sent', async () => {
  const id = '0192d3f0-0000-7000-8000-00000000beef';
  await fetch(urlOf(`/api/sys/user/select/${id}?eq=userName:a-secret-query`), { headers: { 'x-request-id': 'a-second-one' } });
  await until(() => callOf('a-second-one') !== undefined);
  expect(callOf('a-second-one')).toMatchObject({ name: 'GET /api/sys/user/select/:id' });
  // The whole id: fewer digits also stand in the random ids of spans.
  const sent = bodies.join('\n');
  expect(sent).not.toContain(id);
  expect(sent).not.toContain('a-secret');
});

it('each job is a trace of its own, and looking for jobs is not traced', async () => {
  await until(() => spans.some(({ name }) => name.startsWith('job ')));
  const job = spans.find(({ name }) => name.startsWith('job '));
  expect(job?.parentSpanId ?? '').toBe('');
  const roots = spans.filter(({ parentSpanId = '' }) => parentSpanId === '');
  for (const { name } of roots) expect(name).toMatch(/^(?:job |[A-Z]+ \/api\/)/);
});

it('the remaining spans are sent when the server stops, and do not keep it from stopping', async () => {
  await fetch(urlOf('/api/sys/user/select-roles'), { headers: { 'x-request-id': 'the-last-one' } }).then((answer) => answer.text());
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  expect((await ended)[0]).toBe(0);
  await until(() => callOf('the-last-one') !== undefined);
  expect(said).not.toContain('Traces could not be sent');
});
