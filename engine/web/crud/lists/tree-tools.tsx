import { NodeExpandOutlined } from '@ant-design/icons';
import { limits } from '@back-office/contract/limits.ts';
import { useApp } from '../../platform/feedback/use-app.ts';
import { DropdownButton } from './dropdown-button.tsx';
import { isLeaf } from './use-forest.ts';
import type { List } from './use-list.ts';

/** Levels offered by number. */
const numbered = [2, 3, 4];

/** Expands a tree to a level or completely, or collapses it; renders nothing where all rows are leaves. */
export function TreeTools({ list: { kind, page, rows, levels, openTo } }: { list: List }) {
  const { message } = useApp();
  if (kind === undefined || (page.isSuccess && rows.every((row) => isLeaf(row, levels)))) return null;
  const open = async (depth: number): Promise<void> => {
    try {
      const { depth: reached, more } = await openTo(depth);
      if (more && reached < depth) void message.info(`节点较多，已展开到第 ${reached} 级`);
    } catch {
      void message.error('没有展开成功，请稍后再试');
    }
  };
  const items = [
    { key: String(limits.treeDepth), label: '全部展开', onClick: () => void open(limits.treeDepth) },
    ...numbered.map((depth) => ({ key: String(depth), label: `展开到第 ${depth} 级`, onClick: () => void open(depth) })),
    { key: '1', label: '全部收起', onClick: () => void open(1) },
  ];
  return (
    <DropdownButton size="small" icon={<NodeExpandOutlined aria-hidden />} actions={items}>
      展开
    </DropdownButton>
  );
}
