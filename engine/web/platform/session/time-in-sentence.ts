import { serverTime } from './server-time.ts';

/** Times of this machine for use in sentences, by the server's clock like the times beside them. */
export const timeInSentence = {
  /** 09:05:12. */
  clock: (at: number): string => serverTime(at).slice(11),
  /** 3月8日 09:05. */
  day(at: number): string {
    const [, month = '', day = '', time = ''] = serverTime(at).split(/[- ]/);
    return `${Number(month)}月${Number(day)}日 ${time.slice(0, 5)}`;
  },
  /** （3 分钟前）; empty for less than a minute. */
  age: (at: number, now = Date.now()): string => (now - at < 60_000 ? '' : `（${Math.floor((now - at) / 60_000)} 分钟前）`),
};
