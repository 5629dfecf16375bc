import { CopyOutlined } from '@ant-design/icons';
import { Button, Typography } from 'antd';
import type { Feedback } from '@back-office/web/platform/feedback/feedback.ts';

/** Shows a one-time password, which nobody can see again. Enter copies it; it is left by a button that has to be sought. */
export function showPassword({ modal, message }: Pick<Feedback, 'modal' | 'message'>, account: string, password: string): void {
  const copy = async (): Promise<void> => {
    const copied = await copyText(password);
    void (copied ? message.success('已复制') : message.info('请手动选择并复制'));
  };
  modal.success({
    title: '一次性密码',
    content: (
      <>
        <p>账号“{account}”的一次性密码只显示这一次，请复制后转交本人；首次登录须修改。</p>
        <Typography.Text code style={{ fontSize: 16, userSelect: 'all' }}>
          {password}
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

/** False where the browser keeps its clipboard from pages, as on plain http. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
