import { Button, Modal } from 'antd';
import { CodeForm } from '../../sign-in/account/code-form.tsx';

interface SecondFactorDialogProps {
  onCode: (code: string) => Promise<void>;
  onBack: () => void;
  onClose: () => void;
}

/** Asks for the code of the second factor where somebody signs in again over the page. */
export function SecondFactorDialog({ onCode, onBack, onClose }: SecondFactorDialogProps) {
  return (
    <Modal open centered title="两步验证" footer={null} width={400} zIndex={2100} mask={{ closable: false }} onCancel={onClose}>
      <CodeForm
        submit="验证"
        help="身份验证器显示的 6 位数字，或一个恢复码"
        onCode={onCode}
        extra={<Button onClick={onBack}>返回</Button>}
      />
    </Modal>
  );
}
