import { timeInSentence } from '../../platform/session/time-in-sentence.ts';
import { StaleAlert } from '../../platform/states/stale-alert.tsx';
import type { List } from '../lists/use-list.ts';

/**
 * Shown above rows that could not be reloaded: why, and how old they are. The list keeps retrying until the server
 * answers, with or without rows to show.
 */
export const StaleNotice = ({ list: { page } }: { list: List }) => {
  const age = `${timeInSentence.clock(page.dataUpdatedAt)} 的数据${timeInSentence.age(page.dataUpdatedAt)}`;
  return <StaleAlert className="list-stale" query={page} shown={`现在显示的${page.isPlaceholderData ? '还是之前' : '是'} ${age}。`} />;
};
