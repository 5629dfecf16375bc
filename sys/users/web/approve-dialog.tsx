import { userStatuses } from '@back-office/contract/status.ts';
import type { RecordOf } from '@back-office/contract/resource/row.ts';
import { EachDialog } from '@back-office/web/crud/batch/each-dialog.tsx';
import { user } from '../user.ts';

interface ApproveDialogProps {
  rows: readonly RecordOf<typeof user>[];
  onDone: () => void;
  onClose: () => void;
}

/** Approves several registered people; those who cannot be approved are listed with the reason. */
export const ApproveDialog = ({ rows, onDone, onClose }: ApproveDialogProps) => (
  <EachDialog
    resource={user}
    call={{ method: 'PUT', name: 'approve-each' }}
    title="通过注册申请"
    verb="通过"
    changes={rows.map((row) => ({ row, values: { userStatus: userStatuses.enabled } }))}
    onDone={onDone}
    onClose={onClose}
  >
    <p>选中的待审核用户将可以登录。新账号没有角色，请随后用“批量修改”为他们选择机构和角色。</p>
    <ul className="each-names" aria-label="将通过的用户">
      {rows.map(({ id, userName, userAccount }) => (
        <li key={id}>
          {userName}（{userAccount}）
        </li>
      ))}
    </ul>
  </EachDialog>
);
