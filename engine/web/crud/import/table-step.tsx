import { templateName, type SavedImport } from '@back-office/contract/calls/import.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { sheetColumns } from '@back-office/contract/sheet-columns.ts';
import { Button } from 'antd';
import { useApp } from '../../platform/feedback/use-app.ts';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState, type RefObject } from 'react';
import { dangerous } from '../../platform/feedback/dangerous.ts';
import { commitInput } from '../../platform/keyboard/commit-input.ts';
import { useStagedMount } from '../../platform/timing/use-staged-mount.ts';
import { grouped } from '@back-office/contract/resource/grouped.ts';
import { ImportProgress } from './import-progress.tsx';
import { saveAs } from '../../platform/request/save-as.ts';
import { workbookFile } from './workbook-file.ts';
import { ImportGrid } from './grid/import-grid.tsx';
import { rangeOf, single, type Selection } from './grid/selection.ts';
import { errorsSuffix } from './table/is-template-file.ts';
import type { OpenSheet } from './table/open-import.ts';
import { TableBar } from './table-bar.tsx';
import { useChecking } from './use-checking.ts';
import { useTable } from './table/use-table.ts';

interface TableStepProps {
  resource: Resource;
  sheet: OpenSheet;
  fileName: string;
  restart: () => void;
  leave: () => void;
  done: (saved: SavedImport, id: string) => void;
  setSaving: (begun: boolean) => void;
  /** Called if the rest of the sheet cannot be read. */
  refused: (error: unknown) => undefined;
}

/** Maximum number of rows in each successive render; the surroundings of the grid are rendered after them. */
const drawings = [0, 6, 14, 22, Infinity];

/** The rows of the chosen file: reviewed, fixed, checked by the server, and saved. */
export function TableStep({ resource, sheet, fileName, restart, leave, done, setSaving, refused }: TableStepProps) {
  const { modal } = useApp();
  const table = useTable(sheet.worker, sheet.state);
  const { work, isInDoubt, check, save } = useChecking(resource, fileName, table);
  const [reading, setReading] = useState(true);
  const [selection, select] = useState<Selection>(single({ row: 0, column: 0 }));
  const columns = useMemo(() => sheetColumns(resource), [resource]);
  const confirm = useRef<HTMLButtonElement>(null);
  const leaveGrid = useCallback(() => confirm.current?.focus(), []);
  const stage = useStagedMount(drawings.length + 1);
  const { rows, invalid, unsent } = table.state;
  const busy = reading || work !== undefined;

  const readWhole = useEffectEvent(async (): Promise<void> => {
    if ((await sheet.whole.catch(refused)) === undefined) return;
    // Fetched again: the first rows may have been edited meanwhile.
    await table.change('state', null);
    setReading(false);
  });
  useEffect(() => void readWhole().catch(() => undefined), [sheet]);
  // Once all rows are read, the server checks them; when the tab is shown again, only what it has not checked.
  const checkAll = useEffectEvent(() => void (work === undefined && unsent > 0 && check()));
  useEffect(() => void (reading || checkAll()), [reading]);

  useEffect(() => {
    setSaving(work?.kind === 'saving');
    return () => setSaving(false);
  }, [work, setSaving]);

  const finish = async (goodOnly: boolean): Promise<void> => {
    const result = await save(goodOnly);
    if (result !== undefined) done(result.saved, result.id);
  };
  const submit = async (): Promise<void> => {
    if ((unsent > 0 || (invalid > 0 && !isInDoubt())) && !(await check())) return;
    const { invalid: invalidCount, rows: all } = await table.client.ask('state', null);
    if (invalidCount === 0) return finish(false);
    modal.confirm({
      title: `还有 ${grouped(invalidCount)} 行有错误`,
      content:
        invalidCount < all
          ? `可以返回修改，或者只导入正确的 ${grouped(all - invalidCount)} 行；有错误的 ${grouped(invalidCount)} 行不会保存。`
          : '每一行都有错误，请先修改，或下载错误数据修改后重新导入。',
      okText: invalidCount < all ? `只导入正确的 ${grouped(all - invalidCount)} 行` : '知道了',
      cancelText: '返回修改',
      onOk: () => (invalidCount < all ? void finish(true) : undefined),
    });
  };
  const startAgain = (): void => {
    if (!table.state.undo) return restart();
    modal.confirm({
      title: '重新选择文件？',
      content: '在表格中所做的修改将丢失。',
      okText: '重新选择',
      ...dangerous,
      cancelText: '取消',
      onOk: restart,
    });
  };
  const showNext = async (): Promise<void> => {
    commitInput();
    const place = await table.client.ask('nextIssue', selection.active);
    // Keep the selection if the person moved it meanwhile.
    if (place !== undefined) select((now) => (now === selection ? single(place) : now));
  };
  const saveErrors = async (): Promise<void> =>
    saveAs(workbookFile(await table.client.ask('errors', null)), `${templateName(resource)}${errorsSuffix}.xlsx`);
  const { from, to } = rangeOf(selection);
  return (
    <div className="import-table" role="presentation" onKeyDownCapture={({ key }) => void (key === 'F8' && showNext())}>
      <div className="import-bar" role="toolbar" aria-label="导入工具栏">
        {stage > drawings.length && (
          <TableBar
            {...{ table, fileName, busy }}
            selectedRows={{ from: from.row, to: Math.min(to.row, table.state.shown - 1) }}
            next={() => void showNext()}
            errors={() => void saveErrors()}
          />
        )}
      </div>
      <div className="import-table-grid">
        {stage > 0 && (
          <ImportGrid {...{ resource, columns, table, selection, select, busy }} maxRows={drawings[stage] ?? Infinity} leave={leaveGrid} />
        )}
      </div>
      <div className="import-table-foot">
        <ImportProgress {...{ reading, work, rows, unsent, invalid }} />
        {stage >= drawings.length && (
          <TableButtons {...{ confirm, startAgain, leave, busy, rows }} saving={work?.kind === 'saving'} check={check} submit={submit} />
        )}
      </div>
    </div>
  );
}

interface TableButtonsProps {
  confirm: RefObject<HTMLButtonElement | null>;
  startAgain: () => void;
  leave: () => void;
  check: () => Promise<unknown>;
  submit: () => Promise<void>;
  busy: boolean;
  saving: boolean;
  rows: number;
}

function TableButtons({ confirm, startAgain, leave, check, submit, busy, saving, rows }: TableButtonsProps) {
  return (
    <>
      <Button onClick={startAgain} disabled={saving}>
        重新选择文件
      </Button>
      <Button onClick={() => void check()} disabled={busy || rows === 0}>
        重新校验
      </Button>
      <Button className="import-table-cancel" onClick={leave} disabled={saving}>
        取消
      </Button>
      <Button ref={confirm} type="primary" disabled={rows === 0 || busy} loading={saving} onClick={() => void submit()}>
        确定导入
      </Button>
    </>
  );
}
