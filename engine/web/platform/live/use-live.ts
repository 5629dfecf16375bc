import { useEffect, useEffectEvent } from 'react';
import { type LiveEvents, type LiveName, liveStore } from './live-store.ts';

/**
 * Calls `onEvent` whenever the server announces `name`: a topic of its frame 67 such as `msg`, or `notice` for a notice
 * itself. Also after a reconnect, with the topic `all`: then something may have been missed.
 * @example
 * export function useNews(onNews: () => void): void {
 *   useLive('msg', onNews);
 * }
 */
export function useLive<Name extends LiveName>(name: Name, onEvent: (data: LiveEvents[Name]) => void): void {
  const call = useEffectEvent(onEvent);
  useEffect(() => liveStore.on(name, (data) => call(data)), [name]);
}
