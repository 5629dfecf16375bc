import { stubServer, type Call } from '../../testing/stub-server.ts';
import { signInAs } from '../../testing/sign-in-as.ts';
import { expect, test, vi } from 'vitest';
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
