import { stubServer, type Call } from '../../testing/stub-server.ts';
import { signInAs } from '../../testing/sign-in-as.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { recordOpened } from './record-opened.ts';

test('an opened record is added to those that other windows have opened meanwhile', async () => {
  signInAs();
  const entry = (id: string) => ({ resource: 'sys/user', id, at: 1 });
  let stored = [entry('1')];
  stubServer({
    'GET /api/sys/user/preference': () => ({ 'recent.records': stored }),
    'PUT /api/sys/user/preference/recent.records': ({ body }: Call) => {
      stored = (body as { value: typeof stored }).value;
      return null;
    },
  });
  await recordOpened('sys/user', '2');
  await expect.poll(() => stored.map(({ id }) => id)).toEqual(['2', '1']);
  stored = [entry('9'), ...stored];
  await recordOpened('sys/user', '1');
  await expect.poll(() => stored.map(({ id }) => id)).toEqual(['1', '9', '2']);
});

test('a record that other windows have pushed out of those that are kept becomes the newest again, with its id in one spelling', async () => {
  signInAs();
  const entry = (id: string) => ({ resource: 'sys/user', id, at: 1 });
  let stored = [entry('1')];
  stubServer({
    'GET /api/sys/user/preference': () => ({ 'recent.records': stored }),
    'PUT /api/sys/user/preference/recent.records': ({ body }: Call) => {
      stored = (body as { value: typeof stored }).value;
      return null;
    },
  });
  await recordOpened('sys/user', 'AB2');
  await expect.poll(() => stored.map(({ id }) => id)).toEqual(['ab2', '1']);
  stored = Array.from({ length: 20 }, (_, at) => entry(`other-${at}`));
  vi.setSystemTime(Date.now() + 61_000);
  await recordOpened('sys/user', 'ab2');
  await expect.poll(() => stored[0]?.id).toBe('ab2');
  vi.useRealTimers();
});

test('coming back to the newest record writes nothing for ten minutes, and then when that was', async () => {
  signInAs();
  let stored: { id: string; at: number }[] = [];
  const saved: string[] = [];
  const read = vi.fn();
  stubServer({
    'GET /api/sys/user/preference': () => (read(), { 'recent.records': stored }),
    'PUT /api/sys/user/preference/recent.records': ({ body }: Call) => {
      stored = (body as { value: typeof stored }).value;
      saved.push(stored.map(({ id }) => id).join());
    },
  });
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const begin = Date.now();
  const opening = async (minute: number, id: string, expected: string[]) => {
    vi.setSystemTime(begin + minute * 60_000);
    const reads = read.mock.calls.length;
    await recordOpened('sys/user', id);
    await expect.poll(() => read.mock.calls.length).toBeGreaterThan(reads);
    await expect.poll(() => saved).toEqual(expected);
  };
  await opening(0, '1', ['1']);
  for (const minute of [2, 4, 9]) await opening(minute, '1', ['1']);
  await opening(11, '1', ['1', '1']);
  expect(stored[0]?.at).toBe(begin + 11 * 60_000);
  await opening(13, '2', ['1', '1', '2,1']);
  await opening(15, '1', ['1', '1', '2,1', '1,2']);
});

test('a record that is stored twice, in two spellings, is kept once', async () => {
  signInAs();
  let stored = ['AB2', 'ab2', '1'].map((id) => ({ resource: 'sys/user', id, at: 1 }));
  stubServer({
    'GET /api/sys/user/preference': () => ({ 'recent.records': stored }),
    'PUT /api/sys/user/preference/recent.records': ({ body }: Call) => {
      stored = (body as { value: typeof stored }).value;
    },
  });
  await recordOpened('sys/user', 'ab2');
  await expect.poll(() => stored.map(({ id }) => id)).toEqual(['ab2', '1']);
});
