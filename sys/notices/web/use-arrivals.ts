import { textOf } from '@back-office/contract/resource/text-of.ts';
import { recordIn } from '@back-office/contract/record-in.ts';
import { useQueryClient } from '@tanstack/react-query';
import { feedback } from '@back-office/web/platform/feedback/feedback.ts';
import { useLive } from '@back-office/web/platform/live/use-live.ts';

const looks: Readonly<Record<string, 'info' | 'warning' | 'error'>> = { 重要: 'warning', 紧急: 'error' };

/** Shows a notice as it arrives, by its level, and lets every list and count of them follow. `open` leads to it. */
export function useArrivals(open: (id: string) => void): void {
  const queries = useQueryClient();
  const renew = (): void => void queries.invalidateQueries({ queryKey: ['sys/msg', 'list'] });
  useLive('msg', renew);
  useLive('notice', (data) => {
    renew();
    const { id, msgTitle, msgLevel } = recordIn(data);
    if (typeof id !== 'string') return;
    const type = looks[textOf(msgLevel)] ?? 'info';
    void feedback.ready().then(({ notification }) =>
      notification[type]({
        key: id,
        title: textOf(msgTitle) || '新消息',
        description: '点击查看',
        // An urgent one stays until it is closed.
        duration: type === 'error' ? 0 : 6,
        onClick: () => {
          notification.destroy(id);
          open(id);
        },
      }),
    );
  });
}
