import type { RecordOf } from '@back-office/contract/resource/row.ts';
import { user } from '../user.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useApp } from '@back-office/web/platform/feedback/use-app.ts';
import type { Action } from '@back-office/web/crud/action.ts';
import { dangerous } from '@back-office/web/platform/feedback/dangerous.ts';
import { useSession } from '@back-office/web/platform/session/use-session.ts';
import { request } from '@back-office/web/platform/request/request.ts';

/** Removes the second factor of another person who has lost their device (docs/decisions/0016-two-step-sign-in.md). */
export function useResetTwoFactor(): Action<RecordOf<typeof user>> {
  const { modal, message } = useApp();
  const queries = useQueryClient();
  const { userId } = useSession();
  const run = ({ id, userName }: RecordOf<typeof user>): void => {
    modal.confirm({
      title: '重置两步验证',
      content: `请先确认确是“${userName}”本人丢失了设备。重置后只凭密码即可登录，原来的验证器、通行密钥和恢复码作废。`,
      okText: '重置',
      ...dangerous,
      onOk: async () => {
        try {
          await request(`/api/sys/user/reset-two-step/${id}`, { method: 'PUT' });
          void message.success('已重置');
        } catch {
          // The request has shown the error.
        } finally {
          void queries.invalidateQueries({ queryKey: [user.name] });
        }
      },
    });
  };
  return { name: 'edit', label: '重置两步验证', danger: true, offered: ({ id, twoStep }) => twoStep === '是' && id !== userId, run };
}
