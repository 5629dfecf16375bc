import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { AntFeedback } from '../../platform/feedback/antd-feedback.ts';
import { asText } from '../fields/as-text.ts';
import { grouped } from '@back-office/contract/resource/grouped.ts';
import { sendEach, type Change } from './send-each.ts';

/** Maximum number of records named in a message. */
const named = 3;

/** Sends the changes of `undoOf`, and names the records that could not be restored. */
export async function revertChanges(
  resource: Resource,
  back: readonly Change[],
  { message, queries }: Pick<AntFeedback, 'message'> & { queries: QueryClient },
): Promise<void> {
  const outcomes = await sendEach({ resource }, back);
  void queries.invalidateQueries({ queryKey: [resource.name] });
  const left = outcomes.filter(({ why }) => why !== undefined);
  const names = left.slice(0, named).map(({ row, why }) => `${asText(row[resource.label])}（${why ?? ''}）`);
  if (left.length === 0) void message.success(`已撤销 ${grouped(back.length)} 条`);
  else void message.warning(`已撤销 ${grouped(back.length - left.length)} 条，${grouped(left.length)} 条没有撤销：${names.join('、')}`, 8);
}
