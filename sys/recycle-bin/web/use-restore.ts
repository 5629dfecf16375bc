import type { RestoreAnswer } from '@back-office/contract/calls/recycle.ts';
import { limits } from '@back-office/contract/limits.ts';
import type { RecordOf } from '@back-office/contract/resource/row.ts';
import type { recycle } from '../recycle.ts';
import { useQueryClient } from '@tanstack/react-query';
import { focusAfter } from '@back-office/web/crud/hooks/focus-next-row.ts';
import { useApp } from '@back-office/web/platform/feedback/use-app.ts';
import { request } from '@back-office/web/platform/request/request.ts';

/** Restores deleted records, all or none, and reports what could not be restored with them. */
export function useRestore(): (rows: readonly Pick<RecordOf<typeof recycle>, 'id'>[]) => void {
  const { message } = useApp();
  const queries = useQueryClient();
  const restore = async (rows: readonly Pick<RecordOf<typeof recycle>, 'id'>[]): Promise<void> => {
    const ids = rows.map(({ id }) => id);
    const bringFocus = focusAfter(ids);
    const { restored, leftOut } = await request<RestoreAnswer>(`/api/sys/recycle/restore/${ids.join(',')}`, { method: 'POST' });
    // Lists, trees and choices of their resources contain them again.
    void queries.invalidateQueries();
    bringFocus();
    if (leftOut > 0) void message.warning(`已恢复 ${restored} 条，其中 ${leftOut} 项关联已不存在或已被占用，没有恢复`, limits.errorSeconds);
    else void message.success(`已恢复 ${restored} 条`);
  };
  return (rows) => {
    if (rows.length > limits.deleteIds) return void message.warning(`一次最多恢复 ${limits.deleteIds} 条`);
    // The request has shown the error.
    restore(rows).catch(() => void queries.invalidateQueries({ queryKey: ['sys/recycle'] }));
  };
}
