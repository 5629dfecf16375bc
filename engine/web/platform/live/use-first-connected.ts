import { useEffect, useEffectEvent, useRef } from 'react';
import { isRenewalDeclined } from '../request/notify.ts';
import { afterwards } from '../timing/afterwards.ts';
import { useConnected } from './use-connected.ts';

/**
 * Calls back once, when the connection is first established and the page is rendered: changes between the loading of the page and that moment were
 * not announced. After a later loss the connection itself announces it (use-live.ts). Not called after 取消 at 登录过期, where a refetch would ask to sign
 * in again, nor after unmounting.
 */
export function useFirstConnected(onConnected: () => void): void {
  const call = useEffectEvent(onConnected);
  const connected = useConnected();
  const hasCalled = useRef(false);
  useEffect(() => {
    if (!connected || hasCalled.current) return undefined;
    let isGone = false;
    afterwards.do(() => {
      if (isGone || isRenewalDeclined()) return;
      hasCalled.current = true;
      call();
    });
    return () => void (isGone = true);
  }, [connected]);
}
