import { expect, it } from 'vitest';
import { openLive } from '../../testing/live-client.ts';
import { openTestApp, type Session } from '@back-office/app/testing/server/test-app.ts';

/* Several nodes: forced-logout.test.ts. */
it('the session list counts all tabs again after a crash of the database, which empties what it does not log', async () => {
  const app = await openTestApp();
  const admin = await app.admin();
  const tabsOf = async ({ account }: Session) => {
    const { data } = await app.call<{ items: { tabCount: number }[] }>(admin, 'GET', `sys/session/select-page?eq=userAccount:${account}`);
    return data.items[0]?.tabCount;
  };
  const [person, newcomer] = [await app.userWith({}), await app.userWith({})];
  await openLive(app.server, person.token);
  await expect.poll(() => tabsOf(person)).toBe(1);
  await app.database.pool.query('TRUNCATE sys_live_node CASCADE');
  expect(await tabsOf(person)).toBe(0);
  // The heartbeat is written with the next change.
  await openLive(app.server, newcomer.token);
  await expect.poll(() => tabsOf(newcomer)).toBe(1);
  expect(await tabsOf(person)).toBe(1);
  await app.drop();
});
