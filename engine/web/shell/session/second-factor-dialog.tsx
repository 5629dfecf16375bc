import type { LoginAnswer } from '@back-office/contract/calls/login.ts';
import { Button, Divider, Modal } from 'antd';
import { codeHelp, hasApp, type PendingStep } from '../../platform/session/pending-step-of.ts';
import { verifyByPasskey, verifySignIn } from '../../platform/session/verify-sign-in.ts';
import { PromptForm } from '../../sign-in/account/prompt-form.tsx';
import { CodeForm } from '../../sign-in/account/code-form.tsx';

interface SecondFactorDialogProps {
  pendingStep: PendingStep;
  onVerified: (answer: LoginAnswer) => Promise<void>;
  onBack: () => void;
  onClose: () => void;
}

/** Asks for the second factor when somebody signs in again over the page. */
export function SecondFactorDialog({ pendingStep: step, onVerified, onBack, onClose }: SecondFactorDialogProps) {
  const { ticket, ways } = step;
  return (
    <Modal open title="两步验证" footer={null} width={400} zIndex={2100} mask={{ closable: false }} onCancel={onClose}>
      {ways?.includes('passkey') === true && (
        <>
          <PromptForm submit="使用通行密钥" onSend={async () => onVerified(await verifyByPasskey(ticket))}>
            <p style={{ marginTop: 0 }}>用指纹、面容、设备密码或安全密钥验证。</p>
          </PromptForm>
          <Divider plain>或</Divider>
        </>
      )}
      <CodeForm
        submit="验证"
        help={codeHelp(step)}
        hasApp={hasApp(step)}
        onCode={async (code) => onVerified(await verifySignIn(ticket, code))}
        extra={<Button onClick={onBack}>返回</Button>}
      />
    </Modal>
  );
}
