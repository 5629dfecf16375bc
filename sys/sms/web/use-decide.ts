import { smsStatuses, type sms } from '../sms.ts';
import type { RecordOf } from '@back-office/contract/resource/row.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useApp } from '@back-office/web/platform/feedback/use-app.ts';
import { dangerous } from '@back-office/web/platform/feedback/dangerous.ts';
import { request } from '@back-office/web/platform/request/request.ts';
import { isUnknown } from './may-resend.ts';

type Row = Pick<RecordOf<typeof sms>, 'id' | 'smsPhone' | 'smsStatus'>;

/** Asks what to do about a message that failed, or whose delivery is unknown. */
export function useDecide(): { resend: (row: Row) => void; settle: (row: Row) => void } {
  const { modal, message } = useApp();
  const queries = useQueryClient();
  const sendDecision = async (path: string, method: 'POST' | 'PUT', done: string, json?: unknown): Promise<void> => {
    try {
      await request(`/api/sys/sms/${path}`, { method, ...(json === undefined ? {} : { json }) });
      void message.success(done);
    } catch {
      // The request has shown the error.
    } finally {
      void queries.invalidateQueries({ queryKey: ['sys/sms'] });
    }
  };
  const resend = ({ id, smsPhone, smsStatus }: Row): void => {
    const unknown = isUnknown({ smsStatus });
    void modal.confirm({
      title: `重新发送给 ${smsPhone}？`,
      content: unknown ? '这条短信可能已经送达，重发后对方可能收到两次。' : '短信将重新排队发送。',
      okText: '重发',
      ...(unknown ? dangerous : {}),
      onOk: () => sendDecision(`resend/${id}`, 'POST', '已重新排队'),
    });
  };
  const settle = ({ id, smsPhone }: Row): void => {
    const { destroy } = modal.confirm({
      title: '确认发送结果',
      content: `发给 ${smsPhone} 的短信没有得到服务商的答复。请向对方或在服务商控制台核实后选择。`,
      okText: '已收到',
      cancelText: '没有收到',
      closable: true,
      mask: { closable: true },
      onOk: () => sendDecision(`settle/${id}`, 'PUT', '已记录', { smsStatus: smsStatuses.sent }),
      cancelButtonProps: {
        onClick: () => {
          destroy();
          void sendDecision(`settle/${id}`, 'PUT', '已记录', { smsStatus: smsStatuses.failed });
        },
      },
    });
  };
  return { resend, settle };
}
