import { KeyOutlined } from '@ant-design/icons';
import type { DraftOf } from '@back-office/contract/resource/row.ts';
import { useApp } from '@back-office/web/platform/feedback/use-app.ts';
import { dangerous } from '@back-office/web/platform/feedback/dangerous.ts';
import { request } from '@back-office/web/platform/request/request.ts';
import { showSecretOnce } from '@back-office/web/platform/copying/show-secret-once.tsx';
import { useRights } from '@back-office/web/platform/session/use-rights.ts';
import { useSession } from '@back-office/web/platform/session/use-session.ts';
import type { Action } from '@back-office/web/crud/action.ts';
import type { webhook } from '../webhook.ts';

/**
 * The button 更换签名密钥, for the webhook's creator and administrators, as on the server: asks for confirmation, since receivers reject signatures by
 * an unknown secret, and shows the new one once.
 */
export function useRenewSecret(): Action<DraftOf<typeof webhook>> {
  const there = useApp();
  const { userId } = useSession();
  const { all } = useRights();
  const renew = ({ id, webhookName }: DraftOf<typeof webhook>): void => {
    void there.modal.confirm({
      title: `更换推送“${webhookName ?? ''}”的签名密钥？`,
      content: '原来的密钥立即失效，接收方换上新的密钥之前会拒绝收到的推送；失败的推送会自动重试。',
      okText: '更换',
      ...dangerous,
      onOk: async () => {
        try {
          const { secret } = await request<{ secret: string }>(`/api/sys/webhook/renew-secret/${String(id)}`, { method: 'POST' });
          const text = `推送“${webhookName ?? ''}”的签名密钥只显示这一次，请交给接收方，用来核对收到的推送。`;
          showSecretOnce(there, { title: '新的签名密钥', text, secret });
        } catch {
          // The request has shown the error.
        }
      },
    });
  };
  return {
    name: 'edit',
    label: '更换签名密钥',
    icon: <KeyOutlined aria-hidden />,
    affix: true,
    offered: ({ id, sysUserId }) => id !== undefined && (all || sysUserId === userId),
    run: renew,
  };
}
