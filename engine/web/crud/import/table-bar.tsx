import { ArrowDownOutlined, DeleteOutlined, DownloadOutlined, RedoOutlined, UndoOutlined } from '@ant-design/icons';
import { Button, Checkbox } from 'antd';
import { grouped } from '@back-office/contract/resource/grouped.ts';
import type { Table } from './table/use-table.ts';
import { commitInput } from '../../platform/keyboard/commit-input.ts';
import { IconButton } from '../../platform/ui/icon-button.tsx';

interface TableBarProps {
  table: Table;
  fileName: string;
  busy: boolean;
  /** The selected rows, inclusive. */
  selectedRows: { from: number; to: number };
  next: () => void;
  errors: () => void;
}

/** The toolbar above the grid. */
export function TableBar({ table: { state, change }, fileName, busy, selectedRows, next, errors }: TableBarProps) {
  const { rows, invalid, onlyInvalid, undo, redo, shown } = state;
  const many = selectedRows.to - selectedRows.from + 1;
  return (
    // Keeps the focus in the cell, so that typing can continue there, and commits the text being typed.
    <div role="presentation" style={{ display: 'contents' }} onMouseDown={(event) => (event.preventDefault(), commitInput())}>
      <strong title={fileName} className="import-bar-name">
        {fileName}
      </strong>
      <span role="status" className="import-bar-count">
        {`共 ${grouped(rows)} 行`}
        {invalid > 0 && <span className="import-bar-invalid">{`，${grouped(invalid)} 行有错误`}</span>}
      </span>
      <span className="import-bar-space" />
      <Checkbox
        checked={onlyInvalid}
        disabled={invalid === 0 && !onlyInvalid}
        onChange={(event) => void change('showInvalid', event.target.checked)}
      >
        只看错误
      </Checkbox>
      <Button className="import-bar-next" icon={<ArrowDownOutlined aria-hidden />} disabled={invalid === 0} title="F8" onClick={next}>
        下一个错误
      </Button>
      <Button className="import-bar-tool" icon={<DownloadOutlined aria-hidden />} disabled={invalid === 0} onClick={errors}>
        下载错误数据
      </Button>
      <IconButton
        icon={UndoOutlined}
        label="撤销"
        title="撤销（Ctrl+Z）"
        disabled={!undo || busy}
        onClick={() => void change('undo', null)}
      />
      <IconButton
        icon={RedoOutlined}
        label="重做"
        title="重做（Ctrl+Y）"
        disabled={!redo || busy}
        onClick={() => void change('redo', null)}
      />
      <Button
        className="import-bar-tool"
        icon={<DeleteOutlined aria-hidden />}
        danger
        disabled={shown === 0 || busy}
        onClick={() => void change('remove', selectedRows)}
      >
        {many > 1 ? `删除 ${grouped(many)} 行` : '删除行'}
      </Button>
    </div>
  );
}
