import { CopyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { CSSProperties } from 'react';
import { copyText } from './copy-text.ts';
import type { Feedback } from '../feedback/feedback.ts';

interface Once {
  title: string;
  /** Why it is shown, and who it is for. */
  text: string;
  secret: string;
}

// Without antd's typography, which the first list would load with it.
const secretStyle: CSSProperties = {
  padding: '2px 6px',
  fontSize: 16,
  userSelect: 'all',
  overflowWrap: 'anywhere',
  color: 'var(--text)',
  background: 'var(--ground)',
  border: '1px solid var(--line)',
  borderRadius: 4,
};

const besideEachOther: CSSProperties = { display: 'flex', alignItems: 'center', gap: 8 };

/** Shows a secret that cannot be retrieved again. Enter copies it; the button that closes the dialog is deliberately not the default. */
export function showSecretOnce({ modal, message }: Pick<Feedback, 'modal' | 'message'>, { title, text, secret }: Once): void {
  const copy = async (): Promise<void> => {
    const copied = await copyText(secret);
    void (copied ? message.success('已复制') : message.info('请手动选择并复制'));
  };
  modal.success({
    title,
    content: (
      <>
        <p>{text}</p>
        <div style={besideEachOther}>
          <code style={secretStyle}>{secret}</code>
          {/* On a phone the least width of buttons would let it become narrower than its words. */}
          <Button autoFocus size="small" style={{ flex: 'none' }} icon={<CopyOutlined aria-hidden />} onClick={() => void copy()}>
            复制
          </Button>
        </div>
      </>
    ),
    okText: '我已保存，关闭',
    autoFocusButton: null,
    mask: { closable: false },
    keyboard: false,
  });
}
