import { draw } from '@back-office/app/testing/web/draw.tsx';
import { sessionEndsHeader } from '@back-office/contract/calls/session-ends.ts';
import { unattendedHeader } from '@back-office/contract/calls/unattended.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { request } from './request.ts';

const fetchMock = vi.fn<typeof fetch>();
let online = true;
/** The server has looked the session up. */
let isChecked = true;
beforeEach(() => {
  [online, isChecked] = [true, true];
  fetchMock.mockReset();
  fetchMock.mockImplementation(async () => {
    if (!online) throw new TypeError('offline');
    const headers: HeadersInit = isChecked ? { [sessionEndsHeader]: 'idle=300, total=3000' } : {};
    return new Response(JSON.stringify({ success: true, code: 20000, message: '' }), { status: isChecked ? 200 : 503, headers });
  });
  vi.stubGlobal('fetch', fetchMock);
});
afterEach(() => vi.unstubAllGlobals());

/** Whether the call says that no person made it. */
async function isUnattended(method: 'GET' | 'POST' = 'GET', headers: Record<string, string> = {}): Promise<boolean> {
  await request('/api/x', { method, headers, quiet: true }).catch(() => undefined);
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

  test('that is answered before the server has looked the session up leaves it to the next one too', async () => {
    await userEvent.keyboard('x');
    isChecked = false;
    expect(await isUnattended()).toBe(false);
    isChecked = true;
    expect([await isUnattended(), await isUnattended()]).toEqual([false, true]);
  });

  test('after a call that the page makes by itself, such as to watch a record, still reports the input', async () => {
    await isUnattended();
    await userEvent.keyboard('x');
    expect(await isUnattended('POST', { [unattendedHeader]: '1' })).toBe(true);
    expect([await isUnattended(), await isUnattended()]).toEqual([false, true]);
  });

  test('while the person works in the viewer of another site is a use', async () => {
    await draw(<iframe title="内容" data-viewer src="about:blank" />);
    await isUnattended();
    expect(await isUnattended()).toBe(true);
    document.querySelector('iframe')?.focus();
    expect([await isUnattended(), await isUnattended()]).toEqual([false, false]);
  });
});

test('what is written is a use of the session in any case, such as the later rows of an import', async () => {
  await isUnattended();
  expect([await isUnattended('POST'), await isUnattended()]).toEqual([false, true]);
});
