import { ImportOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type Shortcut, useShortcuts } from '../../platform/keyboard/shortcuts.ts';

const where = '导入表格';
/** The shortcuts of the import grid (`keyAction`). */
const gridKeys: readonly Shortcut[] = [
  { keys: ['← ↑ ↓ →'], title: '走到旁边的单元格', where },
  { keys: ['Ctrl', '← ↑ ↓ →'], title: '走到最边上', where },
  { keys: ['Shift', '← ↑ ↓ →'], title: '选中多个单元格', where },
  { keys: ['F2'], title: '修改单元格', where },
  { keys: ['F8'], title: '下一个错误', where },
  { keys: ['Delete'], title: '清空单元格', where },
  { keys: ['Ctrl', 'Delete'], title: '删除行', where },
  { keys: ['Ctrl', 'A'], title: '全选', where },
  { keys: ['Ctrl', 'C'], title: '复制', where },
  { keys: ['Ctrl', 'V'], title: '粘贴', where },
  { keys: ['Ctrl', 'Z'], title: '撤销', where },
  { keys: ['Ctrl', 'Y'], title: '重做', where },
  { keys: ['Esc'], title: '离开表格', where },
];

/** Opens the import of a resource; its code is loaded only then. */
export function ImportButton({ open }: { open: () => void }) {
  useShortcuts(gridKeys);
  return (
    <Button icon={<ImportOutlined aria-hidden />} onClick={open}>
      导入
    </Button>
  );
}
