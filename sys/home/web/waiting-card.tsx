import { type WaitingItem, maxWaitingCount } from '@back-office/contract/calls/waiting.ts';
import type { RouteRecord } from '@back-office/contract/office/route-record.ts';
import { Link } from 'react-router';
import { useSession } from '@back-office/web/platform/session/use-session.ts';
import { Skeleton } from '@back-office/web/platform/states/skeleton.tsx';
import { MenuIcon } from '@back-office/web/shell/menu/menu-icon.tsx';
import { FailedLine } from './failed-line.tsx';
import { listAddress } from './list-address.ts';
import { useHomeAnswer } from './use-home-answer.ts';
import './waiting-card.css';

/** Tasks waiting for the person, each with its number and a link to the list. */
export function WaitingCard() {
  const query = useHomeAnswer();
  const { routes } = useSession();
  const { data } = query;
  const items = data?.waiting.flatMap((item) => {
    const to = addressOf(routes ?? [], item);
    return to === undefined ? [] : [{ ...item, to }];
  });
  return (
    <section className="page-card home-waiting" aria-label="待我处理">
      <h2>待我处理</h2>
      {items === undefined ? (
        query.error === null ? (
          <Skeleton rows={2} />
        ) : (
          <FailedLine what="待办加载失败" query={query} />
        )
      ) : items.length === 0 ? (
        <p className="home-quiet">都处理完了，没有等您处理的事。</p>
      ) : (
        <ul>
          {items.map(({ name, title, icon, trouble, count, to }) => (
            <li key={name}>
              <Link to={to} data-trouble={trouble}>
                <span className="home-tint">
                  <MenuIcon name={icon} />
                </span>
                <span className="home-waiting-title">{title}</span>
                <strong>{count >= maxWaitingCount ? `${maxWaitingCount - 1}+` : count}</strong>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const addressOf = (routes: readonly RouteRecord[], { opens }: WaitingItem): string | undefined =>
  'path' in opens ? opens.path : listAddress(routes, opens.resource, opens.query);
