import type { DraftOf } from '@back-office/contract/resource/row.ts';
import { user } from '../user.ts';
import { ListPage } from '@back-office/web/crud/pages/list-page.tsx';
import { useApproval } from './use-approval.tsx';
import { useResetTwoFactor } from './use-reset-two-factor.ts';
import { useManageable } from './use-manageable.ts';

/** The list of users, with access to those awaiting approval. */
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
