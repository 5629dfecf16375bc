import type { DraftOf, SavedOf } from '@back-office/contract/resource/row.ts';
import { user } from '../user.ts';
import { useSearchParams } from 'react-router';
import { ListPage } from '@back-office/web/crud/pages/list-page.tsx';
import { ViewPage } from '@back-office/web/crud/pages/view-page.tsx';
import { useScreen } from '@back-office/web/crud/hooks/use-screen.ts';
import { useApproval } from './use-approval.tsx';
import { useResetPassword } from './use-reset-password.tsx';
import { useResetTwoFactor } from './use-reset-two-factor.ts';
import { useShowPassword } from './use-show-password.tsx';
import { useManageable } from './use-manageable.ts';

/** The list of users, with what awaits approval within reach. */
export function UserListPage() {
  const { actions, rowActions, dialog } = useApproval();
  const reset = useResetTwoFactor();
  const { editable, removable } = useManageable();
  const resettable = { ...reset, offered: (row: DraftOf<typeof user>) => editable(row) && reset.offered?.(row) !== false };
  return (
    <>
      <ListPage resource={user} actions={actions} rowActions={[...rowActions, resettable]} editable={editable} removable={removable} />
      {dialog}
    </>
  );
}

/** A user's view: after an insert without a password the one-time password is shown, once. */
export function UserViewPage() {
  const { id } = useScreen();
  const show = useShowPassword();
  const reset = useResetPassword();
  // The form has the button in the place of the password.
  const editing = useSearchParams()[0].get('edit') === '1';
  const { editable } = useManageable();
  const resettable = { ...reset, offered: (row: DraftOf<typeof user>) => editable(row) && reset.offered?.(row) !== false };
  const showNew = ({ oneTimePassword, userAccount }: SavedOf<typeof user>): void => {
    if (oneTimePassword !== undefined) show(userAccount, oneTimePassword);
  };
  return <ViewPage resource={user} id={id} onSaved={showNew} actions={editing ? [] : [resettable]} editable={editable} />;
}
