import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from './test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.drop());

describe('a job that a test runs', () => {
  it('gets its payload, and its test the error that it fails with', async () => {
    const given: unknown[] = [];
    app.server.jobs.register({ name: 'acme-count', run: ({ payload }) => Promise.resolve(given.push(payload)) });
    app.server.jobs.register({ name: 'acme-broken', run: () => app.database.pool.query('SELECT warn_tme FROM sys_org') });
    await app.runJob('acme-count', { count: 1 });
    expect(given).toEqual([{ count: 1 }]);
    await expect(app.runJob('acme-broken')).rejects.toThrow(/^The job acme-broken failed: .*column "warn_tme" does not exist/);
  });

  it('is named by the error if no kind has its name', async () => {
    await expect(app.runJob('acme-cuont')).rejects.toThrow('No kind of job is named acme-cuont: list it in the jobs of its feature.');
  });
});
