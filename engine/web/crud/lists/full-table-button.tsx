import { CompressOutlined, ExpandOutlined } from '@ant-design/icons';
import { showFullTable, useFullTable, useLeaveFullTable } from './full-table.ts';
import { IconButton } from '../../platform/ui/icon-button.tsx';

/** 表格全屏: the list alone in the window, until it is pressed again or Escape is. */
export function FullTableButton() {
  const full = useFullTable();
  useLeaveFullTable();
  const label = full ? '退出表格全屏' : '表格全屏';
  return <IconButton icon={full ? CompressOutlined : ExpandOutlined} label={label} onClick={() => showFullTable(!full)} />;
}
