import StarterKit from '@tiptap/starter-kit';
import { EditorContent, useEditor } from '@tiptap/react';
import { useEffect, useRef } from 'react';
import type { Aria } from '../../fields/aria-of.ts';
import { styleNonce } from '../../style-nonce.ts';
import { EditorToolbar } from './editor-toolbar.tsx';
import '../../notices/notice-body.css';
import './rich-text.css';

export interface RichTextProps extends Aria {
  id?: string | undefined;
  label: string;
  value: string;
  onChange: (html: string) => void;
  onBlur: () => void;
}

const links = { openOnClick: false, protocols: ['http', 'https', 'mailto', 'tel'], HTMLAttributes: { target: null, rel: null } };

/** Edits the body of a notice; makes nothing but what the server keeps (contract, notice-html.ts). */
export function RichTextEditor({ id, label, value, onChange, onBlur, ...aria }: RichTextProps) {
  // What the text was last given or gave: as the editor writes it the same text may read otherwise.
  const shown = useRef(value);
  const editor = useEditor({
    extensions: [StarterKit.configure({ link: links, heading: { levels: [1, 2, 3, 4] } })],
    content: value,
    ...(styleNonce === undefined ? {} : { injectNonce: styleNonce }),
    editorProps: {
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
      shown.current = changed.isEmpty ? '' : changed.getHTML();
      onChange(shown.current);
    },
    onBlur,
  });
  // A draft that is restored, or the other side of a conflict, comes from outside.
  useEffect(() => {
    // One that a hidden tab took down has no text any more; the next is made with the value.
    if (editor === null || editor.isDestroyed) return;
    if (value === shown.current) return;
    shown.current = value;
    // Nobody typed it, so there is nothing to take back.
    editor.chain().setMeta('addToHistory', false).setContent(value, { emitUpdate: false }).run();
  }, [editor, value]);
  if (editor === null) return null;
  return (
    <div className="rich-text">
      <EditorToolbar editor={editor} />
      <EditorContent editor={editor} />
    </div>
  );
}
