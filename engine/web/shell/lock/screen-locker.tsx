import { Suspense, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { lockChannel } from '../../platform/lock/lock-channel.ts';
import { lockScreen } from '../../platform/lock/lock-screen.ts';
import { watchIdle } from '../../platform/lock/watch-idle.ts';
import { screenLock } from '../../platform/request/screen-lock.ts';
import { afterwards } from '../../platform/timing/afterwards.ts';
import { lazyPart } from '../../platform/timing/lazy-part.ts';
import { PartBoundary } from '../../platform/states/part-boundary.tsx';
import { useShortcut } from '../../platform/keyboard/shortcuts.ts';
import { useConfig } from '../../platform/session/use-config.ts';
import { detachContent } from './detach-content.ts';

const load = async () => (await import('./lock-screen.tsx')).LockScreen;
const LockScreen = lazyPart(load);

/** Locks the screen by shortcut, after a time without input and together with the other windows, and shows nothing else while it is locked. */
export function ScreenLocker() {
  const isLocked = useSyncExternalStore(screenLock.subscribe, screenLock.isLocked);
  const minutes = useConfig()?.lockMinutes ?? 0;
  useEffect(() => {
    if (minutes > 0) return watchIdle(minutes, () => void lockScreen());
  }, [minutes]);
  useEffect(
    () =>
      lockChannel.listen((news) => {
        if (news === 'locked') screenLock.lock();
        else if (news === 'unlocked') screenLock.unlock();
      }),
    [],
  );
  useShortcut({ keys: ['Ctrl', 'Alt', 'L'], title: '锁屏', where: '全局' });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (!event.ctrlKey || !event.altKey || event.code !== 'KeyL' || screenLock.isLocked()) return;
      event.preventDefault();
      void lockScreen();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
  // Preloaded, as the screen may be locked while the network is down.
  useEffect(() => afterwards.do(() => void load().catch(() => undefined)), []);
  return isLocked ? <Locked /> : null;
}

function Locked() {
  const [host] = useState(() => {
    const element = document.createElement('div');
    element.className = 'lock';
    // Keys pressed here must not reach anything else, such as shortcuts of pages.
    for (const name of ['keydown', 'keyup', 'paste']) element.addEventListener(name, (event) => event.stopPropagation());
    return element;
  });
  useLayoutEffect(() => {
    document.body.append(host);
    const putBack = detachContent(host);
    return () => {
      host.remove();
      putBack();
    };
  }, [host]);
  // The content below stays hidden whether or not the lock screen's code could be loaded.
  return createPortal(
    <PartBoundary what="锁屏">
      <Suspense fallback={null}>
        <LockScreen />
      </Suspense>
    </PartBoundary>,
    host,
  );
}
