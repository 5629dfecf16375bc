import {
  BoldOutlined,
  ItalicOutlined,
  LinkOutlined,
  OrderedListOutlined,
  RedoOutlined,
  StrikethroughOutlined,
  UnderlineOutlined,
  UndoOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons';
import { useEditorState, type Editor } from '@tiptap/react';
import { Button, Form, Select, Tooltip } from 'antd';
import { useState, type ReactNode } from 'react';
import { LinkDialog } from './link-dialog.tsx';
import { PictureButton } from './picture-button.tsx';
import { TableMenu } from './table-menu.tsx';

const levels = [1, 2, 3, 4] as const;
type Level = 0 | (typeof levels)[number];

const blocks: { value: Level; label: string }[] = [
  { value: 0, label: '正文' },
  { value: 1, label: '标题 1' },
  { value: 2, label: '标题 2' },
  { value: 3, label: '标题 3' },
  { value: 4, label: '标题 4' },
];

interface Tool {
  name: string;
  label: string;
  icon: ReactNode;
  run: (editor: Editor) => void;
}

const marks: readonly Tool[] = [
  { name: 'bold', label: '加粗', icon: <BoldOutlined aria-hidden />, run: (editor) => editor.chain().focus().toggleBold().run() },
  { name: 'italic', label: '斜体', icon: <ItalicOutlined aria-hidden />, run: (editor) => editor.chain().focus().toggleItalic().run() },
  {
    name: 'underline',
    label: '下划线',
    icon: <UnderlineOutlined aria-hidden />,
    run: (editor) => editor.chain().focus().toggleUnderline().run(),
  },
  {
    name: 'strike',
    label: '删除线',
    icon: <StrikethroughOutlined aria-hidden />,
    run: (editor) => editor.chain().focus().toggleStrike().run(),
  },
  {
    name: 'bulletList',
    label: '项目符号',
    icon: <UnorderedListOutlined aria-hidden />,
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    name: 'orderedList',
    label: '编号',
    icon: <OrderedListOutlined aria-hidden />,
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  { name: 'blockquote', label: '引用', icon: <span aria-hidden>❝</span>, run: (editor) => editor.chain().focus().toggleBlockquote().run() },
];

/** The toolbar above the text. */
export function EditorToolbar({ editor, onPictures }: { editor: Editor; onPictures: (files: readonly File[]) => void }) {
  const [linking, setLinking] = useState(false);
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      on: [...marks.map(({ name }) => name), 'link'].filter((name) => now.isActive(name)),
      level: levels.find((level) => now.isActive('heading', { level })) ?? (0 as const),
      undo: now.can().undo(),
      redo: now.can().redo(),
    }),
  });
  const setBlock = (level: Level): void => {
    const chain = editor.chain().focus();
    if (level === 0) chain.setParagraph().run();
    else chain.setHeading({ level }).run();
  };
  const button = (label: string, icon: ReactNode, run: () => void, more: { pressed?: boolean; disabled?: boolean } = {}) => (
    <Tooltip key={label} title={label}>
      <Button
        size="small"
        type={more.pressed === true ? 'primary' : 'text'}
        aria-label={label}
        {...(more.pressed === undefined ? {} : { 'aria-pressed': more.pressed })}
        disabled={more.disabled === true}
        icon={icon}
        onMouseDown={(event) => event.preventDefault()}
        onClick={run}
      />
    </Tooltip>
  );
  return (
    <div className="rich-text-tools" role="toolbar" aria-label="文字格式">
      {/* An error of the field is the text's, and not this choice's. */}
      <Form.Item noStyle validateStatus="">
        <Select size="small" aria-label="段落样式" options={blocks} value={state.level} onChange={setBlock} style={{ width: 92 }} />
      </Form.Item>
      {marks.map(({ name, label, icon, run }) => button(label, icon, () => run(editor), { pressed: state.on.includes(name) }))}
      {button('链接', <LinkOutlined aria-hidden />, () => setLinking(true), { pressed: state.on.includes('link') })}
      <PictureButton onPictures={onPictures} />
      <TableMenu editor={editor} />
      {button('撤销', <UndoOutlined aria-hidden />, () => editor.chain().focus().undo().run(), { disabled: !state.undo })}
      {button('重做', <RedoOutlined aria-hidden />, () => editor.chain().focus().redo().run(), { disabled: !state.redo })}
      {linking && <LinkDialog editor={editor} close={() => setLinking(false)} />}
    </div>
  );
}
