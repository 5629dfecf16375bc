import { sessionStore } from '../session/session-store.ts';

/** Messages between the windows of a session: the screen was locked or unlocked, or there was input. */
export type LockNews = 'locked' | 'unlocked' | 'used';

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('screen-lock');

export const lockChannel = {
  send: (news: LockNews): void => channel?.postMessage({ news, userId: sessionStore.get().userId }),
  /** Listens to the other windows of the same person; returns a function that stops it. */
  listen: (onNews: (news: LockNews) => void): (() => void) => {
    const listener = ({ data }: MessageEvent<unknown>): void => {
      if (typeof data !== 'object' || data === null || !('news' in data) || !('userId' in data)) return;
      const { news, userId } = data;
      if (userId === sessionStore.get().userId && (news === 'locked' || news === 'unlocked' || news === 'used')) onNews(news);
    };
    channel?.addEventListener('message', listener);
    return () => channel?.removeEventListener('message', listener);
  },
};
