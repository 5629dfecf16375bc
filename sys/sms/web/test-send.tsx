import { smsStatuses, type sms } from '../sms.ts';
import type { SmsSending, SmsSent } from '../sms-calls.ts';
import type { RecordOf } from '@back-office/contract/resource/row.ts';
import { nameVariable } from '../sms-text.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Input, Space } from 'antd';
import { useState } from 'react';
import { useOnce } from '@back-office/web/platform/timing/use-once.ts';
import { request } from '@back-office/web/platform/request/request.ts';
import { useKeepAlive } from '@back-office/web/platform/tabs/use-keep-alive.ts';
import { useLeft } from '@back-office/web/platform/tabs/use-left.ts';

const maxPolls = 10;
const pollMs = 1000;

interface Outcome {
  type: 'success' | 'error' | 'warning' | 'info';
  title: string;
}

/** Sends the text to one number as a test, before all others get it. */
export function TestSend({ body, ready }: { body: SmsSending; ready: boolean }) {
  const queries = useQueryClient();
  const [phone, setPhone] = useState('');
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const once = useOnce();
  const gone = useLeft();
  useKeepAlive(busy);

  const watch = async (id: string): Promise<Outcome> => {
    for (let poll = 0; poll < maxPolls && !gone.current; poll += 1) {
      const row = await request<RecordOf<typeof sms>>(`/api/sys/sms/select/${id}`, { quiet: true });
      const sent = row.smsStatus === smsStatuses.sent;
      if (sent && row.smsProvider === 'log') return { type: 'warning', title: '仅记录，没有发出：服务器未配置短信服务商' };
      if (sent) return { type: 'success', title: '测试短信发送成功' };
      if (row.smsStatus !== smsStatuses.waiting) return { type: 'error', title: `测试短信没有发出：${row.failReason ?? ''}` };
      await new Promise((resolve) => {
        setTimeout(resolve, pollMs);
      });
    }
    return { type: 'info', title: '测试短信还在排队，请稍后在列表中查看结果' };
  };
  const test = async (): Promise<void> => {
    setBusy(true);
    setOutcome(undefined);
    try {
      const variables = { [nameVariable]: '测试', ...body.variables };
      const json = { ...body, variables, userIds: [], orgIds: [], phones: [phone] };
      const { id } = await request<SmsSent>('/api/sys/sms/send', { method: 'POST', json, quiet: true });
      if (id !== null) setOutcome(await watch(id));
    } catch (error) {
      setOutcome({ type: 'error', title: error instanceof Error ? error.message : '测试短信没有发出' });
    } finally {
      setBusy(false);
      void queries.invalidateQueries({ queryKey: ['sys/sms'] });
    }
  };
  return (
    <div className="sms-test">
      <Space.Compact block>
        <Input
          aria-label="测试号码"
          placeholder="先发给自己看看：输入手机号"
          inputMode="tel"
          autoComplete="off"
          value={phone}
          onChange={(event) => setPhone(event.target.value)}
        />
        <Button loading={busy} disabled={!ready || phone.trim() === ''} onClick={() => once(test)}>
          测试发送
        </Button>
      </Space.Compact>
      <div role="status">{outcome !== undefined && <Alert showIcon type={outcome.type} title={outcome.title} />}</div>
    </div>
  );
}
