import { RedoOutlined } from '@ant-design/icons';
import type { RecordOf } from '@back-office/contract/resource/row.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useApp } from '@back-office/web/platform/feedback/use-app.ts';
import { ListPage } from '@back-office/web/crud/pages/list-page.tsx';
import { request } from '@back-office/web/platform/request/request.ts';
import { deliveryStatuses, webhookDelivery } from '../webhook-delivery.ts';

type Row = Pick<RecordOf<typeof webhookDelivery>, 'id' | 'deliveryStatus'>;

const isOver = ({ deliveryStatus }: Pick<Row, 'deliveryStatus'>): boolean => deliveryStatus !== deliveryStatuses.waiting;

/** Deliveries, and resending those that failed. */
export function DeliveryListPage() {
  const { modal, message } = useApp();
  const queries = useQueryClient();
  const resend = (rows: readonly Row[]): void => {
    const ready = rows.filter(isOver);
    if (ready.length === 0) return void message.warning('所选的记录还在等待推送');
    void modal.confirm({
      title: `再次推送 ${ready.length} 条？`,
      content: '接收方会收到编号相同的推送。',
      okText: '再次推送',
      onOk: async () => {
        try {
          await request(`/api/sys/webhook-delivery/resend/${ready.map(({ id }) => id).join(',')}`, { method: 'POST' });
          void message.success('已重新排队');
        } catch {
          // The request has shown the error.
        } finally {
          void queries.invalidateQueries({ queryKey: [webhookDelivery.name] });
        }
      },
    });
  };
  return (
    <ListPage
      resource={webhookDelivery}
      drawer
      actions={[{ name: 'resend', label: '再次推送', icon: <RedoOutlined aria-hidden />, ofTicked: true, run: resend }]}
      rowActions={[{ name: 'resend', label: '再次推送', run: (row) => resend([row]), offered: isOver }]}
    />
  );
}
