import { TableOutlined } from '@ant-design/icons';
import { useEditorState, type Editor } from '@tiptap/react';
import type { Command } from '@tiptap/pm/state';
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  deleteTable,
  isInTable,
  mergeCells,
  splitCell,
  toggleHeader,
} from '@tiptap/pm/tables';
import { Button, Dropdown, Tooltip } from 'antd';

/** Actions on the table at the caret; separators between the groups. */
const groups: readonly (readonly [key: string, label: string, command: Command][])[] = [
  [
    ['rowBefore', '在上方插入行', addRowBefore],
    ['rowAfter', '在下方插入行', addRowAfter],
    ['columnBefore', '在左侧插入列', addColumnBefore],
    ['columnAfter', '在右侧插入列', addColumnAfter],
  ],
  [
    ['headerRow', '标题行', toggleHeader('row')],
    ['headerColumn', '标题列', toggleHeader('column')],
    ['merge', '合并单元格', mergeCells],
    ['split', '拆分单元格', splitCell],
  ],
  [
    ['deleteRow', '删除行', deleteRow],
    ['deleteColumn', '删除列', deleteColumn],
    ['deleteTable', '删除表格', deleteTable],
  ],
];
const commands = new Map(groups.flat().map(([key, , command]) => [key, command]));

/** Inserts a table into the text; within one, opens a menu for its rows, columns and cells. */
export function TableMenu({ editor }: { editor: Editor }) {
  const { inTable, runnable } = useEditorState({
    editor,
    selector: ({ editor: { state } }) => ({
      inTable: isInTable(state),
      runnable: isInTable(state) ? [...commands].filter(([, command]) => command(state)).map(([key]) => key) : [],
    }),
  });
  const button = (
    <Button
      size="small"
      type={inTable ? 'primary' : 'text'}
      aria-label={inTable ? '表格' : '插入表格'}
      icon={<TableOutlined aria-hidden />}
      onMouseDown={(event) => event.preventDefault()}
      {...(inTable ? {} : { onClick: () => editor.chain().focus().insertTable().run() })}
    />
  );
  if (!inTable) return <Tooltip title="插入表格">{button}</Tooltip>;
  const items = groups.flatMap((group, at) => [
    ...(at === 0 ? [] : [{ type: 'divider' as const }]),
    ...group.map(([key, label]) => ({ key, label, disabled: !runnable.includes(key) })),
  ]);
  const run = (key: string): void => {
    const command = commands.get(key);
    if (command !== undefined) editor.chain().focus().inTable(command).run();
  };
  return (
    <Dropdown trigger={['click']} menu={{ items, onClick: ({ key }) => run(key) }}>
      {button}
    </Dropdown>
  );
}
