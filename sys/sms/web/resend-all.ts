import { limits } from '@back-office/contract/limits.ts';
import type { RecordOf } from '@back-office/contract/resource/row.ts';
import type { AntFeedback } from '@back-office/web/platform/feedback/antd-feedback.ts';
import { dangerous } from '@back-office/web/platform/feedback/dangerous.ts';
import { request } from '@back-office/web/platform/request/request.ts';
import { grouped } from '@back-office/contract/resource/grouped.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { sms } from '../sms.ts';
import { resendOf } from './resend-of.ts';
import { sendInBatches } from './send-in-batches.ts';

interface Page extends AntFeedback {
  queries: QueryClient;
}

/** Asks for confirmation, then resends those of the selected messages that may be sent again. */
export function resendAll(rows: readonly RecordOf<typeof sms>[], page: Page): void {
  const { ready, words, danger } = resendOf(rows);
  if (ready.length === 0) return void page.message.warning('只有发送失败或结果未知的短信可以重发');
  void page.modal.confirm({
    title: `重新发送 ${grouped(ready.length)} 条短信？`,
    content: words,
    okText: '重发',
    ...(danger ? dangerous : {}),
    onOk: () =>
      send(
        ready.map(({ id }) => id),
        page,
      ),
  });
}

async function send(ids: readonly string[], { message, queries }: Page): Promise<void> {
  const { done, why } = await sendInBatches(ids, (portion) =>
    request(`/api/sys/sms/resend/${portion.join(',')}`, { method: 'POST', quiet: true }),
  );
  void queries.invalidateQueries({ queryKey: ['sys/sms'] });
  if (why === undefined) return void message.success(`已重新排队 ${grouped(done)} 条`);
  const words = done === 0 ? why : `已重新排队 ${grouped(done)} 条，其余 ${grouped(ids.length - done)} 条没有重发：${why}`;
  void message.error(words, limits.errorSeconds);
}
