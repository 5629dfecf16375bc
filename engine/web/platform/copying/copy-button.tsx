import { CopyOutlined } from '@ant-design/icons-svg';
import { useApp } from '../feedback/use-app.ts';
import { copyText } from './copy-text.ts';
import { Glyph } from '../ui/glyph.tsx';
import './copy-button.css';

/** Copies the value beside it to the clipboard, and confirms it. A screen reader says what is copied: the value, or what it is `called`. */
export function CopyButton({ text, called = text }: { text: string; called?: string }) {
  const { message } = useApp();
  const copy = async (): Promise<void> => {
    if (await copyText(text)) void message.success('已复制');
    else void message.error('没有复制成功，请选中后按 Ctrl+C');
  };
  return (
    <button type="button" className="copy-button" aria-label={`复制${called}`} title="复制" onClick={() => void copy()}>
      <Glyph of={CopyOutlined} />
    </button>
  );
}
