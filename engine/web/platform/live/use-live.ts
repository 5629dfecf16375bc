import { useEffect, useEffectEvent } from 'react';
import { type LiveEvents, type LiveName, liveStore } from './live-store.ts';

/**
 * Calls `told` whenever the server announces `name`: a topic of its frame 67 such as `msg`, or `notice` for a notice
 * itself. Also after a reconnect, with the topic `all`: then something may have been missed.
 */
export function useLive<Name extends LiveName>(name: Name, told: (data: LiveEvents[Name]) => void): void {
  const tell = useEffectEvent(told);
  useEffect(() => liveStore.on(name, (data) => tell(data)), [name]);
}
