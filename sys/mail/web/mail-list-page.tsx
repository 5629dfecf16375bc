import { RedoOutlined, SendOutlined } from '@ant-design/icons';
import type { RecordOf } from '@back-office/contract/resource/row.ts';
import { ListPage } from '@back-office/web/crud/pages/list-page.tsx';
import { useApp } from '@back-office/web/platform/feedback/use-app.ts';
import { request } from '@back-office/web/platform/request/request.ts';
import { useQueryClient } from '@tanstack/react-query';
import { mail, mayResend } from '../mail.ts';

type Row = Pick<RecordOf<typeof mail>, 'id' | 'mailStatus' | 'failReason'>;

/** Sent and waiting mails, with actions to retry those that failed or were left unsent because of their recipient, and to send oneself a test mail. */
export function MailListPage() {
  const { modal, message } = useApp();
  const queries = useQueryClient();
  const post = async (path: string, done: string): Promise<void> => {
    try {
      await request(`/api/sys/mail/${path}`, { method: 'POST' });
      void message.success(done);
    } catch {
      // The request has shown the error.
    } finally {
      void queries.invalidateQueries({ queryKey: [mail.name] });
    }
  };
  const resend = (rows: readonly Row[]): void => {
    const ready = rows.filter(mayResend);
    if (ready.length === 0) return void message.warning('只有发送失败、或因收件人而未发送的邮件可以重试');
    void modal.confirm({
      title: `重试 ${ready.length} 封邮件？`,
      content: '收件人可能收到两次相同的邮件，邮箱通常会识别出来。',
      okText: '重试',
      onOk: () => post(`resend/${ready.map(({ id }) => id).join(',')}`, '已重新排队'),
    });
  };
  return (
    <ListPage
      resource={mail}
      drawer
      actions={[
        {
          name: 'send',
          label: '发送测试邮件',
          icon: <SendOutlined aria-hidden />,
          run: () => void post('test', '测试邮件已排队，片刻后刷新列表查看结果'),
        },
        { name: 'send', label: '重试', icon: <RedoOutlined aria-hidden />, ofTicked: true, run: resend },
      ]}
      rowActions={[{ name: 'send', label: '重试', run: (row) => resend([row]), offered: mayResend }]}
    />
  );
}
