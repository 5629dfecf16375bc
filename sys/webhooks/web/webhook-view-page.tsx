import type { SavedOf } from '@back-office/contract/resource/row.ts';
import { useApp } from '@back-office/web/platform/feedback/use-app.ts';
import { showSecretOnce } from '@back-office/web/platform/copying/show-secret-once.tsx';
import { useScreen } from '@back-office/web/crud/hooks/use-screen.ts';
import { ViewPage } from '@back-office/web/crud/pages/view-page.tsx';
import { webhook } from '../webhook.ts';
import { useRenewSecret } from './use-renew-secret.tsx';

/** A webhook's view: after it was created its secret is shown once; a lost one can be replaced. */
export function WebhookViewPage() {
  const { id } = useScreen();
  const there = useApp();
  const renew = useRenewSecret();
  const show = ({ webhookName, secret }: SavedOf<typeof webhook> & { secret?: string }): void => {
    if (secret === undefined) return;
    const text = `推送“${webhookName}”的签名密钥只显示这一次，请交给接收方，用来核对收到的推送。`;
    showSecretOnce(there, { title: '签名密钥', text, secret });
  };
  return <ViewPage resource={webhook} id={id} onSaved={show} actions={[renew]} />;
}
