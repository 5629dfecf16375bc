import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { user } from '@back-office/contract/resources/user.ts';
import { App, Typography } from 'antd';
import { ListPage } from '../crud/pages/list-page.tsx';
import { ViewPage } from '../crud/pages/view-page.tsx';
import { useScreen } from '../crud/hooks/use-screen.ts';
import { asText } from '../fields/as-text.ts';
import type { Values } from '../fields/field-kit.ts';
import { attachmentsTab } from '../upload/attachments-tab.tsx';
import { useApproval } from './user/use-approval.tsx';
import { useResetTwoStep } from './user/use-reset-two-step.ts';
import { RightsTab } from './user/rights-tab.tsx';

const tabs = [
  { key: 'rights', label: '权限', render: (row: Values) => <RightsTab key={asText(row['id'])} id={asText(row['id'])} /> },
  attachmentsTab(user.name),
];

/** The list of users, with what awaits approval within reach. */
export function UserListPage() {
  const { actions, rowActions, dialog } = useApproval();
  const reset = useResetTwoStep();
  return (
    <>
      <ListPage resource={user} actions={actions} rowActions={[...rowActions, reset]} />
      {dialog}
    </>
  );
}

/** A user's view: after an insert without a password the one-time password is shown, once. */
export function UserViewPage() {
  const { id } = useScreen();
  const { modal } = App.useApp();
  const showPassword = (record: AnyRow): void => {
    const { oneTimePassword, userAccount } = record;
    if (typeof oneTimePassword !== 'string') return;
    modal.success({
      title: '一次性密码',
      content: (
        <>
          <p>账号“{String(userAccount)}”的一次性密码只显示这一次，请复制后转交本人；首次登录须修改。</p>
          <Typography.Text code copyable={{ tooltips: ['复制', '已复制'] }} style={{ fontSize: 16 }}>
            {oneTimePassword}
          </Typography.Text>
        </>
      ),
      okText: '我已复制',
      mask: { closable: false },
      keyboard: false,
    });
  };
  return <ViewPage resource={user} id={id} onSaved={showPassword} tabs={tabs} />;
}
