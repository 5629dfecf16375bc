import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { expect, it } from 'vitest';
import { openTestApp } from '@back-office/app/testing/server/test-app.ts';

/* Checks the files for Prometheus and Grafana with their own programs. Without promtool (scripts/lib/find-promtool.mjs) less is checked. */
const promtool = process.env['PROMTOOL_PATH'];
const deploy = join(import.meta.dirname, '../../../../deploy');
const ask = (args: readonly string[], input = ''): { status: number | null; said: string } => {
  const { status, stdout, stderr } = spawnSync(promtool ?? '', args, { cwd: deploy, input, encoding: 'utf8' });
  return { status, said: `${stdout}${stderr}` };
};

it.runIf(promtool)('the alerts are valid Prometheus rules', () => {
  expect(ask(['check', 'rules', 'alerts.yml'])).toMatchObject({
    status: 0,
    said: expect.stringContaining('SUCCESS: 12 rules found') as string,
  });
});

it.runIf(promtool)('three alerts fire when they should, and not before', () => {
  expect(ask(['test', 'rules', 'alerts.test.yml'])).toMatchObject({ status: 0, said: expect.stringContaining('SUCCESS') as string });
});

it.runIf(promtool)('the answer of /metrics follows the conventions of Prometheus', async () => {
  const metricsToken = 'a-token-for-the-monitor';
  const app = await openTestApp({ metricsToken });
  try {
    await app.admin();
    const { body } = await app.server.inject({ url: '/metrics', headers: { authorization: `Bearer ${metricsToken}` } });
    expect(ask(['check', 'metrics'], body)).toEqual({ status: 0, said: '' });
  } finally {
    await app.drop();
  }
});

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly datasource: unknown;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly fieldConfig: { readonly defaults: { readonly unit?: string } };
  readonly targets: readonly { readonly refId: string; readonly expr: string }[];
}
const board = JSON.parse(readFileSync(join(deploy, 'grafana.json'), 'utf8')) as {
  readonly uid: string;
  readonly templating: { readonly list: readonly unknown[] };
  readonly panels: readonly Panel[];
};

/** The places where an expression is invalid. */
function mistakesIn(expression: string): string[] {
  const found: string[] = [];
  parser.parse(expression).iterate({
    enter: ({ type, from, to }) => {
      if (type.isError) found.push(`${expression.slice(0, from)}⟨${expression.slice(from, to)}⟩`);
    },
  });
  return found;
}

it('the expressions of the dashboard are valid PromQL', () => {
  expect(mistakesIn('sum(rate(a[5m]) by (b)')).not.toEqual([]);
  for (const { title, targets } of board.panels) for (const { expr } of targets) expect([title, mistakesIn(expr)]).toEqual([title, []]);
});

it('the dashboard has unique ids and positions, units, and a data source that can be chosen', () => {
  const { panels, templating } = board;
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length);
  expect(new Set(panels.map(({ gridPos: { x, y } }) => `${x} ${y}`)).size).toBe(panels.length);
  expect(templating.list).toContainEqual({ name: 'datasource', type: 'datasource', query: 'prometheus' });
  for (const { title, datasource, gridPos, fieldConfig, targets } of panels) {
    expect([title, datasource]).toEqual([title, { type: 'prometheus', uid: '${datasource}' }]);
    expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
    expect([title, fieldConfig.defaults.unit]).toEqual([title, expect.stringMatching(/^(?:reqps|s|short|bytes|percentunit)$/)]);
    expect(new Set(targets.map(({ refId }) => refId)).size).toBe(targets.length);
  }
});
