import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { AntFeedback } from '../../platform/feedback/antd-feedback.ts';
import { asText } from '../fields/as-text.ts';
import { grouped } from '@back-office/contract/resource/grouped.ts';
import { countOutcomes, noAnswer, sendEach, type Change } from './send-each.ts';

/** Maximum number of records named in a message. */
const maxNames = 3;

/** Sends the changes of `undoOf`, and names the records that could not be restored. */
export async function revertChanges(
  resource: Resource,
  changes: readonly Change[],
  { message, queries }: Pick<AntFeedback, 'message'> & { queries: QueryClient },
): Promise<void> {
  const outcomes = await sendEach({ resource }, changes);
  // The answer to a reload would be lost as well.
  if (!outcomes.some(({ why }) => why === noAnswer)) void queries.invalidateQueries({ queryKey: [resource.name] });
  const failed = outcomes.filter(({ why }) => why !== undefined);
  const names = failed.slice(0, maxNames).map(({ row, why }) => `${asText(row[resource.label])}（${why ?? ''}）`);
  const unsent = changes.length - outcomes.length;
  const counts = countOutcomes('撤销', outcomes);
  const done = changes.length === 1 ? `已撤销对“${asText(changes[0]?.row[resource.label])}”的修改` : counts;
  const rest = unsent > 0 ? `；还有 ${grouped(unsent)} 条没有轮到` : '';
  if (failed.length === 0) void message.success(done);
  else void message.warning(`${counts}：${names.join('、')}${rest}`, 8);
}
