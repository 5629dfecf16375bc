import { limits } from '@back-office/contract/limits.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { request } from '../../request/request.ts';
import { isUnknown, mayResend } from './may-resend.ts';

/** Asks, and then sends once more those of the ticked messages that may go out again. */
export function useResendAll(): (rows: readonly AnyRow[]) => void {
  const { modal, message } = App.useApp();
  const queries = useQueryClient();
  /** One call after the other, since one takes so many; what has gone stays gone when a later one is refused. */
  const sendAll = async (ids: readonly string[]): Promise<void> => {
    let queued = 0;
    try {
      for (; queued < ids.length; queued += limits.deleteIds) {
        const some = ids.slice(queued, queued + limits.deleteIds).join(',');
        await request(`/api/sys/sms/resend/${some}`, { method: 'POST', quiet: true });
      }
      void message.success(`已重新排队 ${ids.length} 条`);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      void message.error(
        queued === 0 ? why : `已重新排队 ${queued} 条，其余 ${ids.length - queued} 条没有重发：${why}`,
        limits.errorSeconds,
      );
    } finally {
      void queries.invalidateQueries({ queryKey: ['sys/sms'] });
    }
  };
  return (rows) => {
    const ready = rows.filter(mayResend);
    if (rows.length === 0) return void message.warning('请先勾选要重发的短信');
    if (ready.length === 0) return void message.warning('只有发送失败或结果未知的短信可以重发');
    const unknown = ready.filter(isUnknown).length;
    void modal.confirm({
      title: `重新发送 ${ready.length} 条短信？`,
      content: [
        ...(ready.length < rows.length ? [`另有 ${rows.length - ready.length} 条不是发送失败或结果未知，不会重发。`] : []),
        ...(unknown > 0 ? [`其中 ${unknown} 条可能已经送达，重发后对方可能收到两次。`] : ['短信将重新排队发送。']),
      ].join(''),
      okText: '重发',
      okButtonProps: { danger: unknown > 0 },
      onOk: () => sendAll(ready.map(({ id }) => id)),
    });
  };
}
