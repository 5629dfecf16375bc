import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';

const token = 'a-token-for-the-monitor';
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ metricsToken: token });
});
afterAll(() => app.drop());

const scrape = (authorization?: string) =>
  app.server.inject({ url: '/metrics', ...(authorization === undefined ? {} : { headers: { authorization } }) });

it('tells requests by route pattern and code, and nothing about persons', async () => {
  const admin = await app.admin();
  await app.server.jobs.runDue();
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
  expect(body).toMatch(/^event_loop_delay_seconds\{quantile="0.99"\} [\d.e-]+$/m);
  expect(body).not.toMatch(/secret-word|0192d3f0|admin"/);
  for (const line of body.trimEnd().split('\n'))
    expect(line).toMatch(/^(?:# (?:HELP|TYPE) \w+ .+|\w+(?:\{(?:\w+="[^"]*",?)+\})? [\d.e+-]+)$/);
});

it.each([undefined, 'Bearer', 'Bearer wrong', token])('is no call for who sends %s', async (authorization) => {
  expect((await scrape(authorization)).statusCode).toBe(404);
});
