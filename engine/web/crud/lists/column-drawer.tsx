import { Button, Drawer } from 'antd';
import { ColumnPanel } from './column-panel.tsx';
import type { ListColumn } from './list-column.ts';
import type { List } from './use-list.ts';
import { useWide } from '../../platform/appearance/use-wide.ts';

interface ColumnDrawerProps {
  list: List;
  /** What was chosen; undefined while it is closed. */
  chosen: readonly ListColumn[] | undefined;
  change: (next: readonly ListColumn[]) => void;
  reset: () => void;
  close: () => void;
}

/** The drawer of 列设置. */
export function ColumnDrawer({ list: { resource, columns }, chosen, change, reset, close }: ColumnDrawerProps) {
  const narrow = !useWide('sm');
  return (
    <Drawer
      open={chosen !== undefined}
      title="列设置"
      size={narrow ? '100%' : 380}
      onClose={close}
      destroyOnHidden
      // The table behind it shows at once what is chosen.
      styles={{ mask: { background: 'transparent' } }}
      extra={
        <Button type="link" size="small" onClick={reset}>
          恢复默认
        </Button>
      }
    >
      <ColumnPanel resource={resource} columns={chosen ?? columns} onChange={change} />
    </Drawer>
  );
}
