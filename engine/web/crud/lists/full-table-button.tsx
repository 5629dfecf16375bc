import { CompressOutlined, ExpandOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { showFullTable, useFullTable, useLeaveFullTable } from './full-table.ts';

/** 表格全屏: the list alone in the window, until it is pressed again or Escape is. */
export function FullTableButton() {
  const full = useFullTable();
  useLeaveFullTable();
  const label = full ? '退出表格全屏' : '表格全屏';
  return (
    <Button
      icon={full ? <CompressOutlined aria-hidden /> : <ExpandOutlined aria-hidden />}
      aria-label={label}
      title={label}
      onClick={() => showFullTable(!full)}
    />
  );
}
