import type { RestoreAnswer } from '@back-office/contract/calls/recycle.ts';
import { codes, type Use } from '@back-office/contract/envelope.ts';
import { recordIn } from '@back-office/contract/record-in.ts';
import { limits } from '@back-office/contract/limits.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { useQueryClient } from '@tanstack/react-query';
import type { AntFeedback } from '../../platform/feedback/antd-feedback.ts';
import { useApp } from '../../platform/feedback/use-app.ts';
import { dangerous } from '../../platform/feedback/dangerous.ts';
import { asText } from '../fields/as-text.ts';
import { ApiError } from '../../platform/request/api-error.ts';
import { useConfig } from '../../platform/session/use-config.ts';
import { request } from '../../platform/request/request.ts';
import { outcomeOf } from '../save-outcome.ts';
import { ReasonInput, reasonQuery } from '../fields/reason-input.tsx';
import { focusAfter } from './focus-next-row.ts';
import { notifyUndoable } from '../../platform/ui/notify-undoable.tsx';
import { useUndoDelete } from './use-undo-delete.ts';
import { useDrawUses, useShowUses } from './use-show-uses.tsx';

const maxNames = 3;

/** Wording for a deletion that has another name, such as 强制下线, and its consequences. */
export interface Removal {
  readonly verb: string;
  readonly after: string;
  /** The label of the input that asks for a reason, which is sent with the call. */
  readonly reason?: string;
}

/**
 * Returns a function that deletes records, all or none, after a confirmation that names them and their number. `done` runs afterwards. `removal` is
 * the wording if the action is not called 删除.
 * @example
 * export function Remove({ line, close }: { line: AnyRow; close: () => void }) {
 *   const remove = useDelete(agreementLine, close, undefined);
 *   return <button onClick={() => remove([line])}>删除明细</button>;
 * }
 */
export function useDelete(
  resource: Resource,
  done: (rows: readonly AnyRow[]) => void,
  removal: Removal | undefined,
): (rows: readonly AnyRow[]) => void {
  const verb = removal?.verb ?? '删除';
  const { modal, message } = useApp();
  const recycleDays = useConfig()?.recycleDays ?? limits.recycleDays;
  const queries = useQueryClient();
  const showUses = useShowUses();
  const drawUses = useDrawUses();
  const undoOf = useUndoDelete(resource);
  const remove = async (rows: readonly AnyRow[], reason: string): Promise<void> => {
    const ids = rows.map(({ id }) => id);
    const bringFocus = focusAfter(ids);
    const call = ids.length === 1 ? `delete/${ids[0] ?? ''}` : `delete-ids/${ids.join(',')}`;
    try {
      await request(`/api/${resource.name}/${call}`, { method: 'DELETE', quiet: true, query: reasonQuery(reason) });
    } catch (error) {
      const outcome = outcomeOf(resource, error);
      const isGone = error instanceof ApiError && error.code === codes.gone.code;
      const named = isGone ? recordIn(error.data)['gone'] : undefined;
      const gone = Array.isArray(named) ? rows.filter(({ id }) => named.includes(id)) : [];
      const left = gone.length === rows.length ? '' : `；其余没有${verb}，请重试`;
      if (gone.length > 0) {
        done(gone);
        void message.warning(`${gone.length} 条已不存在，已取消选择${left}`, limits.errorSeconds);
      } else if (outcome.kind === 'uses') showUses(`不能${verb}`, outcome.uses, ids);
      else if (outcome.kind === 'failed' && outcome.message !== undefined) void message.error(outcome.message, limits.errorSeconds);
      // Somebody else has already deleted it: the list is stale.
      if (isGone) void queries.invalidateQueries({ queryKey: [resource.name] });
      if (isGone && (left === '' || rows.length === 1)) bringFocus();
      return;
    }
    done(rows);
    void queries.invalidateQueries({ queryKey: [resource.name] });
    bringFocus();
    notifyDeleted(message, rows.length === 1 ? `已${verb}` : `已${verb} ${rows.length} 条`, await undoOf(rows));
  };
  /** The confirmation already says where the records are used; the server checks again in any case. */
  const warnOfUses = async (rows: readonly AnyRow[], names: string, dialog: ReturnType<typeof modal.confirm>): Promise<void> => {
    if (!resource.operations.includes('save')) return;
    const ids = rows.map(({ id }) => id);
    const uses = await request<Use[]>(`/api/${resource.name}/select-uses/${ids.join(',')}`, { quiet: true }).catch(() => []);
    if (uses.length === 0) return;
    dialog.update({
      title: `不能${verb}${names}${rows.length > maxNames ? ' 等' : ''}：仍被使用`,
      content: drawUses(uses, ids, () => dialog.destroy()),
      okButtonProps: { style: { display: 'none' } },
      cancelText: '知道了',
    });
  };
  return (rows) => {
    if (rows.length === 0) return;
    if (rows.length > limits.deleteIds) return void message.warning(`一次最多${verb} ${limits.deleteIds} 条`);
    const names = rows
      .slice(0, maxNames)
      .map((row) => `“${asText(row[resource.label])}”`)
      .join('、');
    const restoreNote = resource.operations.includes('save') ? `删除后 ${recycleDays} 天内可以在回收站恢复。` : '删除后不能恢复。';
    const after = removal?.after ?? restoreNote;
    const question = rows.length === 1 ? `${verb}${resource.title}${names}？` : `${verb}选中的 ${rows.length} 个${resource.title}？`;
    let reason = '';
    const dialog = modal.confirm({
      title: question,
      content: (
        <>
          {rows.length === 1 ? after : `${names}${rows.length > maxNames ? ' 等' : ''}。${after}`}
          {removal?.reason !== undefined && <ReasonInput label={removal.reason} onReason={(typed) => (reason = typed)} />}
        </>
      ),
      okText: verb,
      ...dangerous,
      onOk: () => remove(rows, reason),
    });
    void warnOfUses(rows, names, dialog);
  };
}

/** 已删除, with 撤销 beside it if it can be undone; afterwards only the recycle bin can restore it. */
function notifyDeleted(message: AntFeedback['message'], text: string, undo: (() => Promise<RestoreAnswer>) | undefined): void {
  const takeBack = async (restore: () => Promise<RestoreAnswer>): Promise<void> => {
    // The request layer shows the error.
    const { restored, leftOut } = await restore();
    if (leftOut > 0) void message.warning(`已恢复 ${restored} 条，其中 ${leftOut} 项关联已不存在或已被占用，没有恢复`, limits.errorSeconds);
    else void message.success(`已恢复 ${restored} 条`);
  };
  notifyUndoable(message, text, undo && (() => takeBack(undo)));
}
