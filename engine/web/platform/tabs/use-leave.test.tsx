import { expect, test, vi } from 'vitest';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { tabToHide } from '../../testing/tab-to-hide.tsx';
import { tabsStore } from './tabs-store.ts';
import { useKeepAlive } from './use-keep-alive.ts';
import { useLeave } from './use-leave.ts';

const at = '/sys/user/list';

/** A component that calls `onLeave` when it is left, in a tab. */
async function start() {
  const onLeave = vi.fn<() => void>();
  const Left = () => {
    useKeepAlive(true);
    useLeave(onLeave);
    return null;
  };
  const tab = tabToHide(at);
  const { unmount } = await draw(
    <tab.Tab>
      <Left />
    </tab.Tab>,
  );
  return { ...tab, onLeave, unmount };
}

test('a component in a hidden tab is left when that tab is closed', async () => {
  const { hide, onLeave } = await start();
  await hide();
  expect(onLeave).not.toHaveBeenCalled();
  tabsStore.close([at]);
  expect(onLeave).toHaveBeenCalledOnce();
});

test('a component is left when its tab on screen is closed', async () => {
  const { onLeave } = await start();
  tabsStore.close([at]);
  await expect.poll(() => onLeave).toHaveBeenCalledOnce();
});

test('a component in a tab that was hidden and shown again is left when it is unmounted', async () => {
  const { hide, show, onLeave, unmount } = await start();
  await hide();
  show();
  await expect.poll(() => tabsStore.get().active).toBe(at);
  expect(onLeave).not.toHaveBeenCalled();
  await unmount();
  expect(onLeave).toHaveBeenCalledOnce();
});
