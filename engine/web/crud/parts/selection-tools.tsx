import { limits } from '@back-office/contract/limits.ts';
import { Button } from 'antd';
import { useRef } from 'react';
import { useApp } from '../../platform/feedback/use-app.ts';
import { grouped } from '@back-office/contract/resource/grouped.ts';
import { useLeave } from '../../platform/tabs/use-leave.ts';
import { useBusy } from '../../platform/timing/use-busy.ts';
import { readPage } from '../fields/read-page.ts';
import { listQuery } from '../lists/list-state.ts';
import { shownRows } from '../lists/shown-rows.ts';
import type { List } from '../lists/use-list.ts';

/** The start of the toolbar while rows are ticked: their number, and buttons to tick all matches and to untick. */
export function SelectionTools({ list }: { list: List }) {
  const { resource, state, page, kind, selected, select } = list;
  const { message } = useApp();
  const [reading, work] = useBusy();
  const abortController = useRef<AbortController>(undefined);
  // Unticking also cancels a pending 全选.
  useLeave(() => abortController.current?.abort());
  // A tree's page counts only its roots, so all shown rows are used.
  const shown = kind === 'roots' ? shownRows(list).map(([row]) => row) : undefined;
  const all = shown?.length ?? Math.min(page.data?.total ?? 0, limits.page.maxLimit);
  const selectAll = (): Promise<void> => {
    const { signal } = (abortController.current = new AbortController());
    return work(async () => {
      const { items } = await readPage(resource.name, listQuery({ ...state, index: 0, limit: all }), signal);
      select(items);
      if (items.length < (page.data?.total ?? 0)) void message.warning(`一次最多选择 ${grouped(limits.page.maxLimit)} 条`);
    }).catch(() => {
      if (!signal.aborted) void message.error('没有全选成功，请稍后再试');
    });
  };
  return (
    <>
      <span className="list-ticked" aria-live="polite">
        已选 {grouped(selected.length)} 项
      </span>
      {all > selected.length && (
        <Button type="link" size="small" aria-busy={reading} onClick={() => (shown === undefined ? void selectAll() : select(shown))}>
          {/* Not longer than the usual words: a toolbar that is full would fold its tools for this moment. */}
          {reading ? '正在选择' : `全选${shown ? '本页' : ''} ${grouped(all)} 条`}
        </Button>
      )}
      <Button type="link" size="small" onClick={() => select([])}>
        取消选择
      </Button>
    </>
  );
}
