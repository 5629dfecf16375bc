import { useSession } from '@back-office/web/platform/session/use-session.ts';
import { entriesOf, useMenuGroups } from './menu-entries.ts';

/** A welcome, and who one is here. */
export function WelcomeCard() {
  const { userName, userAccount, userStatus } = useSession();
  const groups = useMenuGroups();
  return (
    <section className="page-card home-welcome">
      <h2>
        {greeting()}，{userName}
      </h2>
      <p>{today()}</p>
      <dl>
        <div>
          <dt>账号</dt>
          <dd>{userAccount}</dd>
        </div>
        <div>
          <dt>状态</dt>
          <dd>{userStatus}</dd>
        </div>
        <div>
          <dt>可用功能</dt>
          <dd>{groups.reduce((sum, { children }) => sum + entriesOf(children).length, 0)} 项</dd>
        </div>
      </dl>
    </section>
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
