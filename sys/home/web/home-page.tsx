import { Link } from 'react-router';
import { isExternalLink } from '@back-office/web/platform/routing/external-link.ts';
import type { RouteRecord } from '@back-office/contract/office/route-record.ts';
import { useSession } from '@back-office/web/platform/session/use-session.ts';
import { Dashboard } from './dashboard.tsx';
import './home-page.css';

/** A welcome, the figures, and the way to every page of the menu. */
export function HomePage() {
  const { userName, userAccount, userStatus, routes } = useSession();
  const groups = (routes ?? []).filter(({ hidden, children }) => hidden !== true && entriesOf(children).length > 0);
  return (
    <div className="home">
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
      <Dashboard />
      {groups.map(({ path, meta, children }) => (
        <section key={path} className="page-card">
          <h2>{meta.title}</h2>
          <ul className="home-links">
            {entriesOf(children).map((entry) => (
              <li key={entry.path}>
                <Link to={entry.path}>{entry.meta.title}</Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

const entriesOf = (records: readonly RouteRecord[] = []): RouteRecord[] =>
  records.filter(({ hidden, path }) => hidden !== true && !isExternalLink(path));

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
