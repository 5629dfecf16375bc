import { useEffect, useEffectEvent, useRef } from 'react';
import { isRenewalDeclined } from '../request/notify.ts';
import { afterwards } from '../ui/afterwards.ts';
import { useConnected } from './use-connected.ts';

/**
 * Calls once, as soon as the connection is first there and what the person came for is drawn: of what changed between
 * the reading of a page and that moment nobody told. After a later loss the connection itself says so (use-live.ts). Not
 * after 取消 at 登录过期, as whatever is read then asks anew, and not once what uses it is gone.
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
