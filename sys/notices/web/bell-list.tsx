import type { NoticeList, NoticeRecord } from '../own-notices.ts';
import { useEffect, useRef } from 'react';
import { Skeleton } from '@back-office/web/platform/states/skeleton.tsx';
import { NoticeLine } from './notice-line.tsx';
import { useMarks } from './use-notices.ts';
import './notices.css';

/** Maximum number of notices in the bell's popup. */
const most = 8;

interface BellListProps {
  data: NoticeList | undefined;
  /** Notices awaiting confirmation: listed first, however old. */
  awaited: readonly NoticeRecord[];
  failed: boolean;
  /** Opens a notice; without an id, the list of all. */
  show: (id?: string) => void;
}

/** Notices awaiting confirmation, the newest ones, and a link to all. */
export function BellList({ data, awaited, failed, show }: BellListProps) {
  const { markAll, marking } = useMarks();
  const list = useRef<HTMLDivElement>(null);
  // Keyboard focus continues in the popup.
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
