import { recordIn } from '@back-office/contract/record-in.ts';
import { textOf } from '@back-office/contract/resource/text-of.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { feedback } from '@back-office/web/platform/feedback/feedback.ts';
import { useFirstConnected } from '@back-office/web/platform/live/use-first-connected.ts';
import { useLive } from '@back-office/web/platform/live/use-live.ts';
import type { NoticeList } from '../own-notices.ts';
import { noticesKey } from './use-notices.ts';

const weights: Readonly<Record<string, number>> = { 重要: 1, 紧急: 2 };
const looks = ['info', 'warning', 'error'] as const;
/** More than this many simultaneous notices are announced in one message. */
const maxSeparate = 2;
/** Waiting time for simultaneous notices, in milliseconds. */
const together = 200;

/** The announced parts of a notice. */
interface Arrival {
  id: string;
  title: string;
  weight: number;
}

/** What is known of a notice: its version with the last reminder to its readers, and whether there is something left to do with it. */
interface Known {
  stamp: string;
  isOpen: boolean;
}

/**
 * Shows a notice as it arrives, by its level, and updates every list and count. `open` opens it, or all. Notices published while there was no
 * connection are found in `newest`, which is why the list is refetched when the connection is first established.
 */
export function useArrivals(newest: NoticeList | undefined, open: (id?: string) => void): void {
  const queries = useQueryClient();
  const known = useRef(new Map<string, Known>());
  const since = useRef<string>(undefined);
  const arrivals = useRef<Arrival[]>([]);
  const announce = (): void => {
    const all = arrivals.current.splice(0);
    if (all.length <= maxSeparate) return all.forEach((one) => show(one, open));
    // After a long connection loss only the newest were fetched: there may be more.
    const count = `${all.length} 条${all.length === newest?.items.length ? '以上' : ''}`;
    show({ id: 'arrivals', title: `您有 ${count}新消息`, weight: Math.max(...all.map(({ weight }) => weight)) }, () => open());
  };
  const renew = (): void => void queries.invalidateQueries({ queryKey: noticesKey });
  const arrive = (notice: object): void => {
    const { id, msgTitle, msgLevel } = recordIn(notice);
    const now = knownOf(notice);
    if (typeof id !== 'string') return;
    const last = known.current.get(nameOf(notice));
    known.current.set(nameOf(notice), now);
    // It is not open if others are addressed besides, for example.
    if (last?.stamp === now.stamp || !now.isOpen) return;
    if (arrivals.current.length === 0) setTimeout(announce, together);
    arrivals.current.push({ id, title: textOf(msgTitle) || '新消息', weight: weights[textOf(msgLevel)] ?? 0 });
  };
  /** Shows the counts at once; the lists are fetched when `msg` is announced, after a random delay. */
  const count = ({ unread, unconfirmed }: Readonly<Record<string, unknown>>): void => {
    if (typeof unread !== 'number' || typeof unconfirmed !== 'number') return;
    queries.setQueriesData<NoticeList>({ queryKey: noticesKey }, (list) => list && { ...list, unread, unconfirmed });
  };
  useFirstConnected(renew);
  useLive('msg', renew);
  // A role granted or revoked changes which notices the person has.
  useLive('functions', renew);
  useLive('notice', (data) => {
    count(recordIn(data));
    arrive(recordIn(data));
  });
  const find = useEffectEvent(arrive);
  useEffect(() => {
    if (newest === undefined) return;
    const { current: before } = since;
    since.current ??= newest.items[0]?.publishTime ?? '';
    for (const notice of newest.items) {
      const last = known.current.get(nameOf(notice));
      const isNew = last === undefined && before !== undefined && notice.publishTime >= before;
      // Its text was corrected.
      const isNewAgain = last?.isOpen === false;
      if (notice.isRead === '否' && (isNew || isNewAgain)) find(notice);
      else known.current.set(nameOf(notice), { ...knownOf(notice), ...(last && { stamp: last.stamp }) });
    }
  }, [newest]);
}

function show({ id, title, weight }: Arrival, open: (id: string) => void): void {
  const type = looks[weight] ?? 'info';
  void feedback.ready().then(({ notification }) =>
    notification[type]({
      key: id,
      title,
      description: '点击查看',
      // An urgent one stays until it is closed.
      duration: type === 'error' ? 0 : 6,
      onClick: () => {
        notification.destroy(id);
        open(id);
      },
    }),
  );
}

function knownOf(notice: object): Known {
  const { version, remindTime, isRead, needConfirm, confirmTime } = recordIn(notice);
  const isOpen = isRead !== '是' || (needConfirm === '是' && textOf(confirmTime) === '');
  return { stamp: `${typeof version === 'number' ? version : 0} ${textOf(remindTime)}`, isOpen };
}

/** A notice withdrawn and published again counts as another one. */
function nameOf(notice: object): string {
  const { id, publishTime } = recordIn(notice);
  return `${textOf(id)} ${textOf(publishTime)}`;
}
