import { afterEach, describe, expect, it, vi } from 'vitest';
import { makeState, readState } from './login-state.ts';

const trip = { way: 'corp', origin: 'https://office.example', browser: 'b'.repeat(43) };
const path = '/sys/user/550e8400-e29b-41d4-a716-446655440000';

describe('the state parameter of a redirect sign-in', () => {
  afterEach(() => void vi.useRealTimers());

  it('consists of letters and digits, and yields the path again', () => {
    for (const redirect of ['', path, `/sys/user?find=${encodeURIComponent('长'.repeat(50))}#here now`]) {
      const state = makeState(trip, redirect);
      expect(state).toMatch(/^[0-9a-z]+$/);
      expect(readState(trip, state)).toBe(redirect);
    }
  });

  it('drops the path rather than exceed the maximum length', () => {
    for (const [redirect, kept] of [
      [path, path],
      [`${path}/${'x'.repeat(100)}`, ''],
    ] as const) {
      const state = makeState(trip, redirect, 128);
      expect(state.length).toBeLessThanOrEqual(128);
      expect(readState(trip, state)).toBe(kept);
    }
  });

  it('expires after a quarter of an hour', () => {
    const state = makeState(trip, path);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 890_000 });
    expect(readState(trip, state)).toBe(path);
    vi.setSystemTime(Date.now() + 20_000);
    expect(readState(trip, state)).toBeUndefined();
  });

  it.each(['', 'abc', '-1', '0', 'z'.repeat(5000), 'ä'])('cannot be %j', (state) => {
    expect(readState(trip, state)).toBeUndefined();
  });
});
