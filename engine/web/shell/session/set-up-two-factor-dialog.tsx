import { liveStore } from '../../platform/live/live-store.ts';
import { TwoFactorSteps } from '../../sign-in/account/two-factor-steps.tsx';
import { useTwoStep } from '../../sign-in/account/use-two-step.ts';
import { RequiredActionDialog } from './required-action-dialog.tsx';

/** Sets up the second factor when it is required (docs/decisions/0016-two-step-sign-in.md, code 40303). */
export function SetUpTwoFactorDialog({ message, onDone }: { message: string; onDone: () => void }) {
  const { data } = useTwoStep();
  const end = (): void => {
    onDone();
    // The live connection was refused until now.
    liveStore.wake();
  };
  return (
    <RequiredActionDialog title="设置两步验证" message={message} said="两步验证已启用" onDone={end}>
      {(done, out) => <TwoFactorSteps task="start" state={data} onDone={done} extra={out} />}
    </RequiredActionDialog>
  );
}
