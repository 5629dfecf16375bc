import { serverDay } from '@back-office/web/platform/session/server-time.ts';
import { useSession } from '@back-office/web/platform/session/use-session.ts';

/** A greeting by name, by the time of day in the browser, and the date of the figures: the server's. */
export function Greeting() {
  const { userName } = useSession();
  return (
    <div>
      <h2>
        {greeting()}，{userName}
      </h2>
      <p>{today()}</p>
    </div>
  );
}

function greeting(): string {
  const hour = new Date().getHours();
  if (hour < 6) return '夜深了';
  if (hour < 12) return '早上好';
  return hour < 14 ? '中午好' : hour < 18 ? '下午好' : '晚上好';
}

function today(): string {
  const day = serverDay();
  const [year, month, date] = day.split('-').map(Number);
  return `${year}年${month}月${date}日 星期${'日一二三四五六'[new Date(day).getUTCDay()] ?? ''}`;
}
