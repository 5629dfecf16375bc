import { draw } from '@back-office/app/testing/web/draw.tsx';
import { unattendedHeader } from '@back-office/contract/calls/unattended.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { request } from './request.ts';

const fetchMock = vi.fn<typeof fetch>();
let online = true;
beforeEach(() => {
  online = true;
  fetchMock.mockReset();
  fetchMock.mockImplementation(async () => {
    if (!online) throw new TypeError('offline');
    return new Response(JSON.stringify({ success: true, code: 20000, message: '' }));
  });
  vi.stubGlobal('fetch', fetchMock);
});
afterEach(() => vi.unstubAllGlobals());

/** Whether the call says that no person made it. */
async function isUnattended(method: 'GET' | 'POST' = 'GET'): Promise<boolean> {
  await request('/api/x', { method, quiet: true }).catch(() => undefined);
  return new Headers(fetchMock.mock.lastCall?.[1]?.headers).has(unattendedHeader);
}

describe('a read', () => {
  test('after input of the person is a use of the session, and the next one, which a timer makes, is none', async () => {
    const { getByRole } = await draw(<button type="button">按</button>);
    await getByRole('button').click();
    expect([await isUnattended(), await isUnattended(), await isUnattended()]).toEqual([false, true, true]);
    await userEvent.keyboard('x');
    expect([await isUnattended(), await isUnattended()]).toEqual([false, true]);
  });

  test('is none after input that a script feigned', async () => {
    await isUnattended();
    document.body.click();
    expect(await isUnattended()).toBe(true);
  });

  test('that failed leaves it to the next one to report the input', async () => {
    await userEvent.keyboard('x');
    online = false;
    expect(await isUnattended()).toBe(false);
    online = true;
    expect([await isUnattended(), await isUnattended()]).toEqual([false, true]);
  });
});

test('what is written is a use of the session in any case, such as the later rows of an import', async () => {
  await isUnattended();
  expect([await isUnattended('POST'), await isUnattended()]).toEqual([false, true]);
});
