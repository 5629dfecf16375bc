/** A time of the server (`YYYY-MM-DD HH:mm:ss`) as people say it: 3 分钟前, 今天 09:30, 昨天 18:02, 11-20. */
export function timeAgo(time: string, now = new Date()): string {
  const then = new Date(time.replace(' ', 'T'));
  const minutes = Math.floor((now.getTime() - then.getTime()) / 60_000);
  if (minutes < 1) return '刚刚';
  if (minutes < 60) return `${minutes} 分钟前`;
  const days = Math.round((midnight(now) - midnight(then)) / 86_400_000);
  if (days < 2) return `${days === 0 ? '今天' : '昨天'} ${time.slice(11, 16)} `;
  return `${then.getFullYear() === now.getFullYear() ? time.slice(5, 10) : time.slice(0, 10)} `;
}

const midnight = (date: Date): number => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
