import { Button, Modal } from 'antd';
import { TwoStepSteps, type TwoStepTask } from '@back-office/web/sign-in/account/two-step-steps.tsx';

const titles: Record<TwoStepTask, string> = { start: '启用两步验证', renew: '更换恢复码', stop: '停用两步验证' };

/** Changes one's own second step. */
export function TwoStepDialog({ task, onDone, onClose }: { task: TwoStepTask; onDone: () => void; onClose: () => void }) {
  return (
    <Modal open centered title={titles[task]} footer={null} width={440} mask={{ closable: false }} closable={false} keyboard={false}>
      <TwoStepSteps task={task} onDone={onDone} extra={<Button onClick={onClose}>取消</Button>} />
    </Modal>
  );
}
