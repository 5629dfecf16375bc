import { StaleAlert } from '../../platform/ui/stale-alert.tsx';
import type { List } from '../lists/use-list.ts';

/**
 * Shown above rows that could not be reloaded: why, and how old they are. The list retries by itself until the server
 * answers, whether it has rows to show or not.
 */
export const StaleNotice = ({ list: { page } }: { list: List }) => (
  // Of a fresh list nobody asks what time it is: the first to ask a browser for one waits for its words.
  <StaleAlert
    className="list-stale"
    query={page}
    shown={page.isError ? `现在显示的是 ${clock(page.dataUpdatedAt)} 的数据${age(page.dataUpdatedAt)}。` : ''}
  />
);

const clock = (at: number): string => new Date(at).toLocaleTimeString('zh-CN', { hour12: false });

function age(at: number): string {
  const minutes = Math.floor((Date.now() - at) / 60_000);
  return minutes === 0 ? '' : `（${minutes} 分钟前）`;
}
