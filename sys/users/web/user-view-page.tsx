import type { DraftOf, SavedOf } from '@back-office/contract/resource/row.ts';
import { user } from '../user.ts';
import { useSearchParams } from 'react-router';
import { useApp } from '@back-office/web/platform/feedback/use-app.ts';
import { ViewPage } from '@back-office/web/crud/pages/view-page.tsx';
import { useScreen } from '@back-office/web/crud/hooks/use-screen.ts';
import { useDecision } from './use-decision.tsx';
import { useResetPassword } from './use-reset-password.tsx';
import { showPassword } from './show-password.ts';
import { useManageable } from './use-manageable.ts';

/** A user's view, with the decision on a registration. After an insert without a password, the one-time password is shown once. */
export function UserViewPage() {
  const { id } = useScreen();
  const app = useApp();
  const reset = useResetPassword();
  const decision = useDecision();
  // In the form, the button is in the place of the password.
  const editing = useSearchParams()[0].get('edit') === '1';
  const { editable } = useManageable();
  const undecided = (row: DraftOf<typeof user>) => decision.actions.some(({ offered }) => offered?.(row) !== false);
  // A person not yet approved has the password that they registered with.
  const resettable = {
    ...reset,
    offered: (row: DraftOf<typeof user>) => !undecided(row) && editable(row) && reset.offered?.(row) !== false,
  };
  const showNew = ({ oneTimePassword, userAccount }: SavedOf<typeof user>): void => {
    if (oneTimePassword !== undefined) showPassword(app, userAccount, oneTimePassword);
  };
  return (
    <>
      <ViewPage resource={user} id={id} onSaved={showNew} actions={editing ? [] : [...decision.actions, resettable]} editable={editable} />
      {decision.dialog}
    </>
  );
}
