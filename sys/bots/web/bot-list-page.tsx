import { statuses } from '@back-office/contract/status.ts';
import type { RecordOf } from '@back-office/contract/resource/row.ts';
import { ListPage } from '@back-office/web/crud/pages/list-page.tsx';
import { useApp } from '@back-office/web/platform/feedback/use-app.ts';
import { request } from '@back-office/web/platform/request/request.ts';
import { bot } from '../bot.ts';

/** Group bots, with a button that sends a test message. */
export function BotListPage() {
  const { message } = useApp();
  const test = async ({ id }: Pick<RecordOf<typeof bot>, 'id'>): Promise<void> => {
    try {
      await request(`/api/sys/bot/test/${id}`, { method: 'POST' });
      void message.success('测试消息已排队，请看群里是否收到；没有收到时，原因在“群消息”里');
    } catch {
      // The request has shown the error.
    }
  };
  return (
    <ListPage
      resource={bot}
      drawer
      rowActions={[
        { name: 'edit', label: '测试', run: (row) => void test(row), offered: ({ botStatus }) => botStatus === statuses.enabled },
      ]}
    />
  );
}
