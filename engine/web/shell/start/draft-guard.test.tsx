import { draw } from '@back-office/app/testing/web/draw.tsx';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type Unfinished, unfinishedStore } from '../../files/upload/unfinished-store.ts';
import { sessionStore } from '../../platform/session/session-store.ts';
import { tabsStore } from '../../platform/tabs/tabs-store.ts';
import { afterwards } from '../../platform/timing/afterwards.ts';
import { tabToHide } from '../../testing/tab-to-hide.tsx';
import { DraftGuard } from './draft-guard.ts';

const at = '/sys/user/view/new';
const leave = (): Event => {
  const event = new Event('beforeunload', { cancelable: true });
  dispatchEvent(event);
  return event;
};

beforeEach(() => void tabToHide(at));

describe('closing a window', () => {
  test('is asked about only while a tab has unsaved input', async () => {
    await draw(<DraftGuard />);
    expect(leave().defaultPrevented).toBe(false);
    tabsStore.mark(at, 'form', () => undefined);
    expect(leave().defaultPrevented).toBe(true);
  });

  test('is not asked about during a preview, in which nothing can be saved', async () => {
    const now = sessionStore.get();
    if (now.rolesCredentials === null) throw new Error('Nobody is signed in');
    vi.spyOn(sessionStore, 'get').mockReturnValue({ ...now, preview: { roleName: '文员', own: now.rolesCredentials, back: '/' } });
    await draw(<DraftGuard />);
    tabsStore.mark(at, 'form', () => undefined);
    expect(leave().defaultPrevented).toBe(false);
  });
});

test('an upload that the server has removed leaves this browser once there is time, though nobody uploads', async () => {
  const old = { key: 'old', userId: 'another', at: Date.now() - 25 * 3600 * 1000 } as Unfinished;
  await unfinishedStore.write(old);
  await unfinishedStore.keepFile('old', new File(['x'], 'a.txt'));
  await draw(<DraftGuard />);
  afterwards.begin();
  await expect.poll(() => unfinishedStore.fileOf('old')).toBeUndefined();
});
