import type { NoticeRecord } from '../own-notices.ts';
import { LevelTag } from './level-tag.tsx';
import './notices.css';

/** A notice in a list. */
export function NoticeLine({ notice, current, open }: { notice: NoticeRecord; current?: boolean; open: () => void }) {
  const unread = notice.isRead === '否';
  return (
    <li>
      <button type="button" className="bell-item" data-unread={unread} aria-current={current} onClick={open}>
        <span className="bell-title">
          {unread && <span className="notice-dot">未读</span>}
          {notice.msgTitle}
        </span>
        <span className="bell-more">
          <LevelTag level={notice.msgLevel} />
          {notice.needConfirm === '是' && notice.confirmTime === null && <strong>待确认</strong>}
          <time>{notice.publishTime.slice(0, 16)}</time>
        </span>
      </button>
    </li>
  );
}
