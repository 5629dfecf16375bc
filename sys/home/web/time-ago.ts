import { daysBefore, serverTime } from '@back-office/web/platform/session/server-time.ts';

/** A server time (`YYYY-MM-DD HH:mm:ss`) in words: 3 分钟前, 今天 09:30, 昨天 18:02, 11-20. `now` is the server's too. */
export function timeAgo(time: string, now = serverTime()): string {
  const minutes = Math.floor((momentOf(now) - momentOf(time)) / 60_000);
  if (minutes < 1) return '刚刚';
  if (minutes < 60) return `${minutes} 分钟前`;
  const [day, today] = [time.slice(0, 10), now.slice(0, 10)];
  if (day >= daysBefore(today, 1)) return `${day === today ? '今天' : '昨天'} ${time.slice(11, 16)} `;
  return `${day.slice(0, 4) === today.slice(0, 4) ? day.slice(5) : day} `;
}

/** As a number, comparable with others of the same clock. */
const momentOf = (time: string): number => Date.parse(`${time.replace(' ', 'T')}Z`);
