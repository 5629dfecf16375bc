import { Button, Modal } from 'antd';
import { request } from '@back-office/web/platform/request/request.ts';
import { PromptForm } from '@back-office/web/sign-in/account/prompt-form.tsx';
import { NameField } from './passkey-dialog.tsx';

interface Props {
  /** The call that renames it. */
  path: string;
  passkeyName: string;
  onDone: () => void;
  onClose: () => void;
}

/** Renames a passkey. */
export const RenameDialog = ({ path, passkeyName, onDone, onClose }: Props) => (
  <Modal open title={`“${passkeyName}”改名`} footer={null} width={440} mask={{ closable: false }} closable={false} onCancel={onClose}>
    <PromptForm
      submit="改名"
      extra={<Button onClick={onClose}>取消</Button>}
      onSend={async (json: { passkeyName: string }) => {
        await request(path, { method: 'PUT', json, quiet: true });
        onDone();
      }}
    >
      <NameField before={passkeyName} />
    </PromptForm>
  </Modal>
);
