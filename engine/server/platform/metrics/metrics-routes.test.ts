import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addJob } from '../jobs/job-store.ts';
import { writeLastBackup } from '../last-backup.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';

const token = 'a-token-for-the-monitor';
let app: TestApp;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'back-office-metrics-'));
  app = await openTestApp({ metricsToken: token, dataDir });
});
afterAll(async () => {
  await app.drop();
  await rm(dataDir, { recursive: true });
});

/** The metric names used by alerts and dashboards in deploy/. */
const asked = (text: string): string[] =>
  [...text.matchAll(/\b(?:back_office|http|sign_in|database|live|jobs|disk|last_backup|event_loop|process)_\w+/g)].map(([name]) => name);

const scrape = (authorization?: string) =>
  app.server.inject({ url: '/metrics', ...(authorization === undefined ? {} : { headers: { authorization } }) });

it('/metrics reports requests by route pattern and code, and nothing about persons', async () => {
  const admin = await app.admin();
  await app.database.pool.query(
    `INSERT INTO sys_job (id, kind, payload, run_time) VALUES (gen_random_uuid(), 'nobody-takes-it', 'null', now() - interval '1 hour')`,
  );
  app.server.jobs.register({ name: 'trial', attempts: 1, run: () => Promise.reject(new Error('it fails')) });
  expect((await scrape(`Bearer ${token}`)).body).toContain('jobs_failed_total{kind="trial"} 0\n');
  await addJob(app.database.db, { kind: 'trial', payload: null });
  await app.server.jobs.runDue();
  await writeLastBackup(dataDir, { file: 'a', made: 1_795_000_000_000 });
  await app.call(admin, 'GET', 'sys/user/select/0192d3f0-0000-7000-8000-000000000000');
  await app.call(undefined, 'GET', 'sys/user/select-page?like=userName:secret-word');
  const { statusCode, headers, body } = await scrape(`Bearer ${token}`);
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(body).toContain('http_requests_total{method="GET",route="/api/sys/user/select/:id",status="200",code="40400"} 1\n');
  expect(body).toContain('http_requests_total{method="GET",route="/api/sys/user/select-page",status="200",code="40003"} 1\n');
  expect(body).toMatch(/http_request_duration_seconds_bucket\{method="POST",route="\/api\/login",le="\+Inf"\} 1\n/);
  expect(body).toMatch(/^database_connections\{state="waiting"\} 0$/m);
  expect(body).toMatch(/^live_sockets 0$/m);
  expect(body).toMatch(/^event_loop_delay_seconds\{percentile="99"\} [\d.e-]+$/m);
  expect(body).toMatch(/^back_office_build_info\{version="[\d.]+",node="v[\d.]+"\} 1$/m);
  expect(body).toMatch(/^database_up 1$/m);
  expect(body).toMatch(/^database_statement_duration_seconds_count [1-9]\d*$/m);
  expect(body).toMatch(/^jobs_oldest_due_seconds 0$/m);
  expect(body).toMatch(/^disk_free_bytes \d+$/m);
  expect(body).toMatch(/^jobs_failed_total\{kind="trial"\} 1$/m);
  expect(body).toMatch(/^last_backup_timestamp_seconds 1795000000$/m);
  expect(body).not.toMatch(/secret-word|0192d3f0|admin"/);
  for (const line of body.trimEnd().split('\n'))
    expect(line).toMatch(/^(?:# (?:HELP|TYPE) \w+ .+|\w+(?:\{(?:\w+="[^"]*",?)+\})? [\d.e+-]+)$/);
});

it.each([undefined, 'Bearer', 'Bearer wrong', token])('/metrics does not exist for a client that sends %s', async (authorization) => {
  expect((await scrape(authorization)).statusCode).toBe(404);
});

it('/metrics has every metric that the alerts and the dashboard in deploy/ use', async () => {
  const { body } = await scrape(`Bearer ${token}`);
  const types = new Map([...body.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type = '']) => [name, type]));
  const given = (name: string): boolean =>
    types.has(name) || (types.get(name.replace(/_(?:bucket|sum|count)$/, '')) === 'histogram' && /_(?:bucket|sum|count)$/.test(name));
  const read = (file: string): string => readFileSync(join(import.meta.dirname, '../../../../deploy', file), 'utf8');
  const alerts = [...read('alerts.yml').matchAll(/^ +expr: (.+)$/gm)].map(([, expression = '']) => expression);
  const board = JSON.parse(read('grafana.json')) as { panels: { targets: { expr: string }[] }[] };
  const boards = board.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  expect([alerts.length, boards.length]).toEqual([12, 11]);
  // The one exception is a metric of certificates, from another exporter.
  const [foreign, ...more] = alerts.filter((expression) => expression.includes('probe_'));
  expect([foreign?.match(/probe_\w+/g), more]).toEqual([['probe_ssl_earliest_cert_expiry'], []]);
  for (const expression of [...alerts, ...boards].filter((each) => each !== foreign)) {
    const names = asked(expression);
    expect(names.length, expression).toBeGreaterThan(0);
    for (const name of names) expect([name, given(name)]).toEqual([name, true]);
  }
});
