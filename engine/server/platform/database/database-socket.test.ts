import { lookup } from 'node:dns';
import { type LookupFunction } from 'node:net';
import { expect, it } from 'vitest';
import { rememberingLookup } from './database-socket.ts';

/** A lookup whose name server first answers, and then behaves as a test demands. */
function failing(later: LookupFunction) {
  let resolve: LookupFunction = lookup;
  const asked = rememberingLookup((...given) => resolve(...given));
  const ask = () =>
    new Promise((found, fail) => {
      asked('localhost', { family: 4 }, (error, address) => (error ? fail(error) : found(address)));
    });
  return { ask, fail: () => (resolve = later) };
}

const failsWith =
  (code: string): LookupFunction =>
  (_name, _options, done) =>
    done(Object.assign(new Error(code), { code }), '');

/** @see docs/postmortems/waits-without-an-end.md */
it('the name lookup returns the previous address if the name server hangs or fails', async () => {
  for (const later of [(): void => undefined, failsWith('EAI_AGAIN')]) {
    const { ask, fail } = failing(later);
    expect(await ask()).toBe('127.0.0.1');
    fail();
    expect(await ask()).toBe('127.0.0.1');
  }
});

it('the name lookup reports a name that no longer exists', async () => {
  const { ask, fail } = failing(failsWith('ENOTFOUND'));
  await ask();
  fail();
  await expect(ask()).rejects.toMatchObject({ code: 'ENOTFOUND' });
});
