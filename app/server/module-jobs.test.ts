import { openModuleApp } from '../testing/server/open-module-app.ts';
import type { TestApp } from '../testing/server/test-app.ts';
import type { JobKind } from '@back-office/server/platform/jobs/job-kind.ts';
import { agreements, moduleOf, serverOf } from '@back-office/server/testing/trial-module.ts';
import { afterEach, describe, expect, it } from 'vitest';

let app: TestApp | undefined;
afterEach(async () => {
  await app?.drop();
  app = undefined;
});

const open = async (plan: Pick<JobKind, 'cron' | 'every'>): Promise<void> => {
  const jobs = () => [{ name: 'acme-warn', run: () => Promise.resolve(), ...plan }];
  app = await openModuleApp(moduleOf(agreements), serverOf({ jobs }));
};

describe('a job of a module', () => {
  const never = ', which never comes: write five parts, minute, hour, day, month and weekday, such as 0 8 * * *';
  it.each<[string, Pick<JobKind, 'cron' | 'every'>, string]>([
    ['an hour that is none', { cron: '0 25 * * *' }, `plans the job acme-warn by “0 25 * * *”${never}`],
    ['four parts', { cron: '0 8 * *' }, `plans the job acme-warn by “0 8 * *”${never}`],
    ['a day that never comes', { cron: '0 8 30 2 *' }, `plans the job acme-warn by “0 8 30 2 *”${never}`],
    ['both a time and a period', { cron: '0 8 * * *', every: 60 }, 'plans the job acme-warn by both cron and every: leave one of them out'],
    ['a part of a second', { every: 0.5 }, 'plans the job acme-warn every 0.5 seconds: write a whole number from 1 on'],
    ['no time at all', { every: 0 }, 'plans the job acme-warn every 0 seconds: write a whole number from 1 on'],
  ])('stops the start where its plan is %s', async (_what, plan, sentence) => {
    await expect(open(plan)).rejects.toThrow(`acme/agreements ${sentence}`);
  });

  it('may be planned for a day that comes once in four years', async () => {
    await expect(open({ cron: '0 8 29 2 *' })).resolves.toBeUndefined();
  });
});
