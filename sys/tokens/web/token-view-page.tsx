import { useApp } from '@back-office/web/platform/feedback/use-app.ts';
import { useScreen } from '@back-office/web/crud/hooks/use-screen.ts';
import { ViewPage } from '@back-office/web/crud/pages/view-page.tsx';
import type { MadeToken } from '../made-token.ts';
import { token } from '../token.ts';
import { showKey } from './show-key.ts';

/** A key's view: after it was created, the key itself is shown once. */
export function TokenViewPage() {
  const { id } = useScreen();
  const app = useApp();
  return <ViewPage resource={token} id={id} onSaved={(row: MadeToken) => showKey(app, row)} />;
}
