import { theOffice } from '@back-office/web/platform/office/open-office.ts';
import { recordPath } from '@back-office/web/platform/routing/record-path.ts';
import { resourceIcon } from '@back-office/web/platform/routing/resource-icon.ts';
import { useSession } from '@back-office/web/platform/session/use-session.ts';
import { Skeleton } from '@back-office/web/platform/states/skeleton.tsx';
import { MenuIcon } from '@back-office/web/shell/menu/menu-icon.tsx';
import { Link } from 'react-router';
import { FailedLine } from './failed-line.tsx';
import { timeAgo } from './time-ago.ts';
import { useHomeAnswer } from './use-home-answer.ts';
import './recent-card.css';

const ways = { opened: '打开', changed: '修改' } as const;

/** The records that the person opened or changed last, as links. */
export function RecentCard() {
  const query = useHomeAnswer();
  const { routes } = useSession();
  const records = query.data?.recent.flatMap((record) => {
    const to = recordPath(routes ?? [], record.resource, record.id);
    // A company's declarations load after the shell; its routes may be known before them.
    const title = theOffice().resources.find(({ name }) => name === record.resource)?.title;
    return to === undefined || title === undefined ? [] : [{ ...record, to, title }];
  });
  return (
    <section className="page-card home-recent" aria-label="最近的记录">
      <h2>最近的记录</h2>
      {records === undefined ? (
        query.error === null ? (
          <Skeleton rows={6} />
        ) : (
          <FailedLine what="最近的记录加载失败" query={query} />
        )
      ) : records.length === 0 ? (
        <p className="home-quiet">您打开或修改过的记录会列在这里，方便接着处理。</p>
      ) : (
        <ul>
          {records.map(({ resource, id, label, how, time, to, title }) => (
            <li key={`${resource} ${id}`}>
              <Link to={to}>
                <MenuIcon name={resourceIcon(routes ?? [], resource)} />
                <span className="home-recent-label">{label}</span>
                <span className="home-recent-kind">{title}</span>
                <time dateTime={time.replace(' ', 'T')} title={time}>
                  {timeAgo(time)}
                  {ways[how]}
                </time>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
