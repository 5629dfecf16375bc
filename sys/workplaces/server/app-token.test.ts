import { WayRefusal } from '@back-office/server/identity/ways/sign-in-way.ts';
import { describe, expect, it } from 'vitest';
import { appToken } from './app-token.ts';
import { Groups } from './groups.ts';
import { VendorFault } from './vendor-fault.ts';

it('an app’s access token is kept until shortly before it expires, and a failed request for it is repeated', async () => {
  let [now, asked, isRefused] = [0, 0, true];
  const token = appToken(
    [],
    async () => {
      asked += 1;
      if (isRefused) throw new WayRefusal('wrong', new Error('refused'));
      return { token: `t${asked}`, seconds: 7200 };
    },
    () => new Date(now * 1000),
  );
  const use = () => token.use(async (text) => text);
  // A refused app is not a wrong code by the person.
  await expect(use()).rejects.toMatchObject({ why: 'unavailable' });
  isRefused = false;
  expect([await use(), await use()]).toEqual(['t2', 't2']);
  now = 6899;
  expect(await use()).toBe('t2');
  now = 6900;
  expect(await use()).toBe('t3');
});

it('a cycle of departments does not trap the search for groups', () => {
  const groups = new Groups(
    new Map([
      ['a', 'b'],
      ['b', 'a'],
    ]),
  );
  groups.add('技术', { people: [], departments: ['b'] });
  expect(groups.of('zhangsan', ['a'])).toEqual(['技术']);
});

describe('an app’s access token', () => {
  /** Tokens valid for this many seconds, and the number of fetches. */
  const tokens = (seconds: number, clock = () => new Date(0)) => {
    const asked: string[] = [];
    const token = appToken(
      ['42001'],
      async () => {
        const text = `t${asked.length + 1}`;
        asked.push(text);
        return { token: text, seconds };
      },
      clock,
    );
    return { token, asked };
  };
  const fault = (code: string) => new VendorFault('unavailable', { path: '/x', code, isBusy: false });

  it('is requested once for concurrent callers, even if all of them learn that it has expired', async () => {
    const { token, asked } = tokens(7200);
    const work = (text: string): Promise<string> => (text === 't1' ? Promise.reject(fault('42001')) : Promise.resolve(text));
    expect(await Promise.all([1, 2, 3].map(() => token.use(work)))).toEqual(['t2', 't2', 't2']);
    expect(asked).toEqual(['t1', 't2']);
  });

  it('that was renewed meanwhile is kept if a caller learns late that the previous one expired', async () => {
    const { token, asked } = tokens(7200);
    const late = Promise.withResolvers<string>();
    const slow = token.use((text) => (text === 't1' ? late.promise : Promise.resolve(text)));
    expect(await token.use((text) => (text === 't1' ? Promise.reject(fault('42001')) : Promise.resolve(text)))).toBe('t2');
    late.reject(fault('42001'));
    expect(await slow).toBe('t2');
    expect(asked).toEqual(['t1', 't2']);
  });

  it('is kept after any other failure, and the failed call is not retried', async () => {
    const { token, asked } = tokens(7200);
    let tried = 0;
    const failing = token.use(() => {
      tried += 1;
      return Promise.reject(fault('60011'));
    });
    await expect(failing).rejects.toMatchObject({ code: '60011' });
    expect([await token.use(async (text) => text), tried, asked.length]).toEqual(['t1', 1, 1]);
  });

  it('valid for a few minutes is kept for half of that time', async () => {
    let now = 0;
    const { token } = tokens(400, () => new Date(now * 1000));
    const use = () => token.use(async (text) => text);
    expect(await use()).toBe('t1');
    now = 199;
    expect(await use()).toBe('t1');
    now = 200;
    expect(await use()).toBe('t2');
  });
});
