import { Suspense, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { lockChannel } from '../../platform/lock/lock-channel.ts';
import { lockScreen } from '../../platform/lock/lock-screen.ts';
import { watchIdle } from '../../platform/lock/watch-idle.ts';
import { screenLock } from '../../platform/request/screen-lock.ts';
import { afterwards } from '../../platform/ui/afterwards.ts';
import { lazyPart } from '../../platform/ui/lazy-part.ts';
import { PartBoundary } from '../../platform/ui/part-boundary.tsx';
import { useShortcut } from '../../platform/ui/shortcuts.ts';
import { useConfig } from '../../platform/session/use-config.ts';
import { setAside } from './set-aside.ts';

const load = async () => (await import('./lock-screen.tsx')).LockScreen;
const LockScreen = lazyPart(load);

/** Locks the screen by key, after a time without input and with the other windows, and shows nothing else while it is locked. */
export function KeepLocked() {
  const isLocked = useSyncExternalStore(screenLock.subscribe, screenLock.isLocked);
  const minutes = useConfig()?.lockMinutes ?? 0;
  useEffect(() => {
    if (minutes > 0) return watchIdle(minutes, () => void lockScreen());
  }, [minutes]);
  useEffect(
    () =>
      lockChannel.listen((news) => {
        if (news === 'locked') screenLock.close();
        else if (news === 'unlocked') screenLock.open();
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
  // There before it is needed: a screen may be locked while the network is away.
  useEffect(() => afterwards.do(() => void load().catch(() => undefined)), []);
  return isLocked ? <Locked /> : null;
}

function Locked() {
  const [host] = useState(() => {
    const element = document.createElement('div');
    element.className = 'lock';
    // What is pressed here is nobody else's, such as a shortcut of the pages.
    for (const name of ['keydown', 'keyup', 'paste']) element.addEventListener(name, (event) => event.stopPropagation());
    return element;
  });
  useLayoutEffect(() => {
    document.body.append(host);
    const putBack = setAside(host);
    return () => {
      host.remove();
      putBack();
    };
  }, [host]);
  // What is below stays out of the page whether or not the way to unlock it could be fetched.
  return createPortal(
    <PartBoundary what="锁屏">
      <Suspense fallback={null}>
        <LockScreen />
      </Suspense>
    </PartBoundary>,
    host,
  );
}
