import { statuses } from '@back-office/contract/status.ts';
import type { RecordOf } from '@back-office/contract/resource/row.ts';
import { dangerous } from '@back-office/web/platform/feedback/dangerous.ts';
import type { Feedback } from '@back-office/web/platform/feedback/feedback.ts';
import { request } from '@back-office/web/platform/request/request.ts';
import type { token } from '../token.ts';
import { hasEnded } from './has-ended.ts';

/** After a change of the password, tells the person of their valid keys, which outlive it, and offers to delete all keys. */
export async function remindOfKeys({ modal, message }: Pick<Feedback, 'modal' | 'message'>): Promise<void> {
  const keys = await request<RecordOf<typeof token>[]>('/api/sys/token/select-own', { quiet: true }).catch(() => []);
  const valid = keys.filter((key) => key.tokenStatus === statuses.enabled && !hasEnded(key));
  if (valid.length === 0) return;
  modal.confirm({
    title: `您还有 ${valid.length} 个有效的接口密钥`,
    content: '修改密码不影响它们，使用它们的程序仍会以您的身份调用接口。如果怀疑账号被他人使用过，请全部删除，这些程序会立即无法调用。',
    okText: '全部删除',
    cancelText: '保留',
    ...dangerous,
    onOk: async () => {
      try {
        await request('/api/sys/token/delete-own-all', { method: 'DELETE' });
        void message.success('已删除全部接口密钥');
      } catch {
        // The request has shown the error.
      }
    },
  });
}
