import type { NoticeList, NoticeRecord } from '../own-notices.ts';
import { useEffect, useRef } from 'react';
import { Skeleton } from '@back-office/web/platform/ui/skeleton.tsx';
import { NoticeLine } from './notice-line.tsx';
import { useMarks } from './use-notices.ts';
import './notices.css';

/** Most lines of the bell. */
const most = 8;

interface BellListProps {
  data: NoticeList | undefined;
  /** Those that wait to be confirmed: they stand first, however old, until they are. */
  awaited: readonly NoticeRecord[];
  failed: boolean;
  /** Opens one of them, or without an id all. */
  show: (id?: string) => void;
}

/** What waits to be confirmed, the newest notices, and the way to all. */
export function BellList({ data, awaited, failed, show }: BellListProps) {
  const { markAll, marking } = useMarks();
  const list = useRef<HTMLDivElement>(null);
  // By keyboard one goes on where it opened.
  useEffect(() => list.current?.focus({ preventScroll: true }), []);
  const newest = (data?.items ?? []).filter(({ id }) => !awaited.some((other) => other.id === id));
  const items = [...awaited, ...newest].slice(0, most);
  return (
    <div className="bell-list" ref={list} tabIndex={-1}>
      <h2>消息</h2>
      {data === undefined ? (
        failed ? (
          <p role="alert">消息加载失败，请稍后再试</p>
        ) : (
          <Skeleton rows={4} />
        )
      ) : items.length === 0 ? (
        <p className="bell-none">暂无消息</p>
      ) : (
        <ul>
          {items.map((notice) => (
            <NoticeLine key={notice.id} notice={notice} open={() => show(notice.id)} />
          ))}
        </ul>
      )}
      <div className="bell-foot">
        <button type="button" className="link-button" disabled={marking || (data?.unread ?? 0) === 0} onClick={() => void markAll()}>
          全部已读
        </button>
        <button type="button" className="link-button" onClick={() => show()}>
          查看全部
        </button>
      </div>
    </div>
  );
}
