import { TwoFactorSteps } from '../../sign-in/account/two-factor-steps.tsx';
import { RequiredActionDialog } from './required-action-dialog.tsx';

/** Sets up the second factor where it is required (docs/decisions/0016-two-step-sign-in.md, code 40303). */
export const SetUpTwoFactorDialog = ({ message, onDone }: { message: string; onDone: () => void }) => (
  <RequiredActionDialog title="设置两步验证" message={message} said="两步验证已启用" onDone={onDone}>
    {(done, out) => <TwoFactorSteps task="start" onDone={done} extra={out} />}
  </RequiredActionDialog>
);
