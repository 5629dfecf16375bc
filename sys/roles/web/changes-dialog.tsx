import { Modal } from 'antd';
import { permissionWord } from '@back-office/web/platform/session/permission-words.ts';
import type { GrantChange } from './grant-changes.ts';

interface ChangesDialogProps {
  role: string;
  changes: readonly GrantChange[];
  saving: boolean;
  /** Label of the save button. */
  save?: string;
  onSave: () => void;
  onCancel: () => void;
}

/** Shows, function by function, what saving will grant and revoke. */
export const ChangesDialog = ({ role, changes, saving, save = '保存授权', onSave, onCancel }: ChangesDialogProps) => (
  <Modal
    open
    title={`确认“${role}”的授权变更`}
    okText={save}
    cancelText="返回修改"
    confirmLoading={saving}
    onOk={onSave}
    onCancel={onCancel}
  >
    <p>保存后立即生效，拥有此角色的人无需重新登录。</p>
    <ul className="grant-changes">
      {changes.map(({ node, path, added, removed }) => (
        <li key={node.id}>
          <div>{path}</div>
          {added.length > 0 && (
            <div>
              新增：
              {added.map((word) => (
                <span key={word} className="grant-word-added">
                  {permissionWord(word)}
                </span>
              ))}
            </div>
          )}
          {removed.length > 0 && (
            <div>
              移除：
              {removed.map((word) => (
                <span key={word} className="grant-word-removed">
                  {permissionWord(word)}
                </span>
              ))}
            </div>
          )}
        </li>
      ))}
    </ul>
  </Modal>
);
