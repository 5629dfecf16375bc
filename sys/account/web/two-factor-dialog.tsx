import type { TwoFactorAnswer } from '@back-office/contract/calls/two-factor.ts';
import { Button, Modal } from 'antd';
import { TwoFactorSteps, type TwoFactorTask } from '@back-office/web/sign-in/account/two-factor-steps.tsx';

const titles: Record<TwoFactorTask, string> = { start: '启用两步验证', renew: '更换恢复码', stop: '停用两步验证' };

interface Props {
  task: TwoFactorTask;
  state: TwoFactorAnswer;
  onDone: () => void;
  onClose: () => void;
}

/** Changes the user's own second factor. */
export function TwoFactorDialog({ task, state, onDone, onClose }: Props) {
  return (
    <Modal open title={titles[task]} footer={null} width={440} mask={{ closable: false }} closable={false} keyboard={false}>
      <TwoFactorSteps task={task} state={state} onDone={onDone} extra={<Button onClick={onClose}>取消</Button>} />
    </Modal>
  );
}
