import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '@back-office/app/testing/server/test-database.ts';
import { type Attempt, LoginGuard } from '../attempts/login-guard.ts';
import { guardedCode } from './guarded-code.ts';

let database: TestDatabase;
beforeAll(async () => (database = await openTestDatabase()));
afterAll(() => database.drop());

const client = { ip: '10.1.2.3', browser: null, os: null };

it('a code is not verified if others used up the attempts while it waited for its turn', async () => {
  const { db } = database;
  const attempt: Attempt = { account: 'zhangsan', client };
  const guard = new LoginGuard(db, { loginFailures: 5 });
  const ask = guard.ask.bind(guard);
  // Simulates failures between the first check and the turn.
  guard.ask = async (asked) => {
    await ask(asked);
    for (let failure = 0; failure < 5; failure += 1) await guard.count(db, asked);
  };
  let isLookedAt = false;
  const tried = guardedCode({ db, guard }, attempt, async () => (isLookedAt = true));
  await expect(tried).rejects.toMatchObject({ outcome: 'locked' });
  expect(isLookedAt).toBe(false);
});
