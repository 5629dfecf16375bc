import { CopyOutlined } from '@ant-design/icons';
import { Button, Typography } from 'antd';
import { copyText } from './copy-text.ts';
import type { Feedback } from '../feedback/feedback.ts';

interface Once {
  title: string;
  /** Why it is shown, and who it is for. */
  text: string;
  secret: string;
}

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
        <Typography.Text code style={{ fontSize: 16, userSelect: 'all', overflowWrap: 'anywhere' }}>
          {secret}
        </Typography.Text>
        <Button autoFocus size="small" icon={<CopyOutlined aria-hidden />} style={{ marginInlineStart: 8 }} onClick={() => void copy()}>
          复制
        </Button>
      </>
    ),
    okText: '我已保存，关闭',
    autoFocusButton: null,
    mask: { closable: false },
    keyboard: false,
  });
}
