import { limits } from '@back-office/contract/limits.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { AntFeedback } from '../../platform/feedback/antd-feedback.ts';
import { dangerous } from '../../platform/feedback/dangerous.ts';
import { asText } from '../fields/as-text.ts';
import { focusAfter } from '../hooks/focus-next-row.ts';
import { notifyUndoable } from '../../platform/ui/notify-undoable.tsx';
import { undoOf } from './plan-changes.ts';
import { noAnswer, sendEach } from './send-each.ts';
import { revertChanges } from './revert-changes.ts';

interface StateChange extends AntFeedback {
  resource: Resource;
  row: AnyRow;
  name: string;
  value: string;
  /** The value as it is shown. */
  shown: string;
  /** The confirmation question; without it nothing is asked. */
  ask: string | undefined;
  queries: QueryClient;
}

/** Sets one field of one record as 批量修改 would, after confirmation where `ask` is given; resolves once the list has been reloaded. */
export async function setState(change: StateChange): Promise<void> {
  const { resource, row, shown, ask, modal } = change;
  if (ask === undefined) return save(change);
  await modal.confirm({
    title: `把${resource.title}“${asText(row[resource.label])}”改为${shown}？`,
    content: ask,
    okText: shown,
    ...dangerous,
    onOk: () => save(change),
  });
}

async function save({ resource, row, name, value, shown, message, queries }: StateChange): Promise<void> {
  const of = [{ row, values: { [name]: value } }];
  const outcomes = await sendEach({ resource }, of);
  const saved = outcomes.flatMap((outcome) => outcome.saved ?? []);
  const called = `“${asText(row[resource.label])}”`;
  const why = outcomes.find((outcome) => outcome.why !== undefined)?.why;
  if (why !== undefined)
    void message.error(`${why === noAnswer ? `不知道${called}是否已改为` : `${called}没有改为`}${shown}：${why}`, limits.errorSeconds);
  else notifyUndoable(message, `${called}已改为${shown}`, () => revertChanges(resource, undoOf(of, saved), { message, queries }));
  if (why === noAnswer) return;
  const bringFocus = focusAfter([row.id]);
  await queries.invalidateQueries({ queryKey: [resource.name] });
  if (await isGone(row)) bringFocus();
}

/** Whether the row has left the list, for example one filtered by state; the reloaded rows are rendered a few frames after they arrive. */
async function isGone({ id }: AnyRow): Promise<boolean> {
  const isThere = (): boolean => document.querySelector(`[data-row-key="${CSS.escape(id)}"]`) !== null;
  for (let frames = 10; frames > 0 && isThere(); frames -= 1) await new Promise(requestAnimationFrame);
  return !isThere();
}
