import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { user } from '@back-office/contract/resources/user.ts';
import { useSearchParams } from 'react-router';
import { ListPage } from '../crud/pages/list-page.tsx';
import { ViewPage } from '../crud/pages/view-page.tsx';
import { useScreen } from '../crud/hooks/use-screen.ts';
import { asText } from '../fields/as-text.ts';
import type { FieldKit, Values } from '../fields/field-kit.ts';
import { FieldOverrides } from '../fields/overrides.ts';
import { attachmentsTab } from '../upload/attachments-tab.tsx';
import { passwordField } from './user/password-field.tsx';
import { useApproval } from './user/use-approval.tsx';
import { useResetPassword } from './user/use-reset-password.tsx';
import { useResetTwoStep } from './user/use-reset-two-step.ts';
import { useShowPassword } from './user/use-show-password.tsx';
import { useTouchable } from './user/use-touchable.ts';
import { RightsTab } from './user/rights-tab.tsx';

const tabs = [
  { key: 'rights', label: '权限', render: (row: Values) => <RightsTab key={asText(row['id'])} id={asText(row['id'])} /> },
  attachmentsTab(user.name),
];

const overrides = { 'sys/user.userPassword': passwordField as Partial<FieldKit> };

/** The list of users, with what awaits approval within reach. */
export function UserListPage() {
  const { actions, rowActions, dialog } = useApproval();
  const reset = useResetTwoStep();
  const { editable, removable } = useTouchable();
  const resettable = { ...reset, offered: (row: AnyRow) => editable(row) && reset.offered?.(row) !== false };
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
  const { editable } = useTouchable();
  const resettable = { ...reset, offered: (row: Values) => editable(row) && reset.offered?.(row) !== false };
  const showNew = ({ oneTimePassword, userAccount }: AnyRow): void => {
    if (typeof oneTimePassword === 'string') show(asText(userAccount), oneTimePassword);
  };
  return (
    <FieldOverrides value={overrides}>
      <ViewPage resource={user} id={id} onSaved={showNew} tabs={tabs} actions={editing ? [] : [resettable]} editable={editable} />
    </FieldOverrides>
  );
}
