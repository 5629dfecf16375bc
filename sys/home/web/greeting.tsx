import { useSession } from '@back-office/web/platform/session/use-session.ts';

/** A welcome by name, and the day. */
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
  const now = new Date();
  return `${now.getFullYear()}年${now.getMonth() + 1}月${now.getDate()}日 星期${'日一二三四五六'[now.getDay()] ?? ''}`;
}
