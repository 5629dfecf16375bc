import { type Editor as TextEditor, EditorContent, useEditor } from '@tiptap/react';
import { Alert } from 'antd';
import { pictureIds } from '../notice-pictures.ts';
import { useApp } from '@back-office/web/platform/feedback/use-app.ts';
import { useEffect, useMemo, useRef } from 'react';
import { droppedFiles } from '@back-office/web/files/upload/dropped-files.ts';
import type { Aria } from '@back-office/web/crud/fields/aria-of.ts';
import { NoticeBody } from './notice-body.tsx';
import { styleNonce } from '@back-office/web/platform/style-nonce.ts';
import { EditorToolbar } from './editor-toolbar.tsx';
import { noticeExtensions } from './notice-extensions.ts';
import { editable, htmlOf, looksSame, unsupportedParts } from './notice-text.ts';
import { settlePictures } from './picture-node.ts';
import { pictureUploads } from './picture-uploads.ts';
import { PicturesContext } from './picture-view.tsx';
import { foreignPictures, pastedFiles, pastedHtml, takePictures } from './take-pictures.ts';
import { usePictures } from './use-pictures.ts';
import './notice-body.css';
import './rich-text.css';

export interface RichTextProps extends Aria {
  id?: string | undefined;
  label: string;
  value: string;
  onChange: (html: string) => void;
  onBlur: () => void;
}

/**
 * Edits the body of a notice; produces only what the server keeps, and keeps all of it (contract, notice-html.ts). A text that it cannot represent is
 * shown read-only, so that it is saved unchanged.
 */
export function RichTextEditor(props: RichTextProps) {
  const { value, label } = props;
  const unsupported = useMemo(() => unsupportedParts(value), [value]);
  if (unsupported.length === 0) return <Editor {...props} />;
  return (
    <div role="group" aria-label={label} className="rich-text rich-text-shown">
      <Alert
        type="warning"
        showIcon
        title={`正文只能查看：其中的${unsupported.join('、')}写法不规范，编辑器无法原样保留。修改并保存其他内容时，正文保持不变。`}
      />
      <NoticeBody html={value} />
    </div>
  );
}

function Editor({ id, label, value, onChange, onBlur, ...aria }: RichTextProps) {
  const { message } = useApp();
  // The last text in or out, and the text as given: the editor may write the same content as different HTML.
  const shown = useRef(value);
  const given = useRef(value);
  // Pictures that this text has or had: they may be cut and pasted back.
  const ids = useMemo(() => pictureIds(value), [value]);
  const own = useRef(new Set<string>());
  useEffect(() => ids.forEach((id) => own.current.add(id)), [ids]);
  const pictures = usePictures(ids);
  const holder = useRef<TextEditor>(null);
  /** Returns whether there were files, whether or not they were accepted. */
  const insertPictures = (files: readonly File[], at?: number): boolean => {
    if (files.length === 0 || holder.current === null) return false;
    for (const reason of takePictures(holder.current, files, at)) void message.error(reason);
    return true;
  };
  const editor = useEditor({
    extensions: noticeExtensions,
    content: editable(value),
    ...(styleNonce === undefined ? {} : { injectNonce: styleNonce }),
    editorProps: {
      transformPastedHTML: (html) => {
        const { html: kept, hadForeign } = pastedHtml(html, own.current);
        if (hadForeign) void message.info(foreignPictures);
        return kept;
      },
      handlePaste: (_view, { clipboardData }) => insertPictures(clipboardData === null ? [] : pastedFiles(clipboardData)),
      handleDrop: (view, event, _slice, moved) => {
        const files = moved || event.dataTransfer === null ? [] : droppedFiles(event.dataTransfer).files;
        return insertPictures(files, view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos);
      },
      attributes: {
        class: 'notice-body rich-text-area',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        ...(id === undefined ? {} : { id }),
        ...Object.fromEntries(Object.entries(aria).map(([name, word]) => [name, String(word)])),
      },
    },
    onUpdate: ({ editor: changed }) => {
      settlePictures(changed);
      const html = changed.isEmpty ? '' : htmlOf(changed.state.doc);
      // The editor adds an empty line after a list or table by itself, which is not a change by the person.
      shown.current = looksSame(html, given.current) ? given.current : html;
      onChange(shown.current);
    },
    onBlur,
  });
  // A restored draft, or the other side of a conflict, comes from outside.
  useEffect(() => {
    // An editor destroyed by a hidden tab has no text; the next one is created with the value.
    if (editor === null || editor.isDestroyed) return;
    if (value === shown.current) return;
    shown.current = value;
    given.current = value;
    // Not typed by the person, so not part of the undo history.
    editor.chain().setMeta('addToHistory', false).setContent(editable(value), { emitUpdate: false }).run();
  }, [editor, value]);
  useEffect(() => {
    holder.current = editor;
    if (editor === null || editor.isDestroyed) return undefined;
    settlePictures(editor);
    return pictureUploads.subscribe(() => {
      if (!editor.isDestroyed) settlePictures(editor);
    });
  }, [editor]);
  if (editor === null) return null;
  return (
    <div className="rich-text">
      <EditorToolbar editor={editor} onPictures={insertPictures} />
      <PicturesContext value={pictures}>
        <EditorContent editor={editor} />
      </PicturesContext>
    </div>
  );
}
