import { RedoOutlined, SendOutlined } from '@ant-design/icons';
import { sms, smsStatuses } from '../sms.ts';
import { lazy, Suspense, useState } from 'react';
import { ListPage } from '@back-office/web/crud/pages/list-page.tsx';
import { mayResend } from './may-resend.ts';
import { useDecide } from './use-decide.ts';
import { useResendAll } from './use-resend-all.ts';

const SendDialog = lazy(async () => ({ default: (await import('./send-dialog.tsx')).SendDialog }));

/** Text messages: sent and failed ones, composing, and deciding on undelivered ones. */
export function SmsListPage() {
  const [sending, setSending] = useState(false);
  const { resend, settle } = useDecide();
  const resendAll = useResendAll();
  return (
    <>
      <ListPage
        resource={sms}
        drawer
        editable={({ smsStatus }) => smsStatus === smsStatuses.waiting}
        actions={[
          { name: 'send', label: '发送短信', icon: <SendOutlined aria-hidden />, run: () => setSending(true) },
          { name: 'send', label: '重发', icon: <RedoOutlined aria-hidden />, ofTicked: true, run: resendAll },
        ]}
        rowActions={[
          { name: 'send', label: '重发', run: resend, offered: mayResend },
          { name: 'send', label: '确认结果', run: settle, offered: ({ smsStatus }) => smsStatus === smsStatuses.unknown },
        ]}
      />
      {sending && (
        <Suspense>
          <SendDialog onClose={() => setSending(false)} />
        </Suspense>
      )}
    </>
  );
}
