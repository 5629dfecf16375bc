import { Button, Modal, Skeleton } from 'antd';
import { request } from '@back-office/web/platform/request/request.ts';
import { LoadFailed } from '@back-office/web/platform/states/load-failed.tsx';
import { PromptForm } from '@back-office/web/sign-in/account/prompt-form.tsx';
import { proofWays, type TypedProof, useProof } from '@back-office/web/sign-in/account/use-proof.tsx';
import { useTwoStep } from '@back-office/web/sign-in/account/use-two-step.ts';

interface Props {
  link: { id: string; name: string; method: string };
  /** After each attempt: a refused one may mean that the link is gone. */
  onTried: () => void;
  onDone: () => void;
  onClose: () => void;
}

/** Removes a linked account, once the person has re-authenticated. */
export function EndLinkDialog({ link: { id, name, method }, onTried, onDone, onClose }: Props) {
  const { data: twoStep, error, isError, refetch } = useTwoStep();
  const proof = useProof(twoStep, twoStep === undefined ? [] : proofWays(twoStep));
  const end = async (typed: TypedProof): Promise<void> => {
    const json = await proof.prove(typed);
    await request(`/api/sys/linked-account/end-own/${id}`, { method: 'POST', json, quiet: true }).finally(onTried);
    onDone();
  };
  return (
    <Modal open title={`解除“${name}”的关联？`} footer={null} width={440} mask={{ closable: false }} closable={false} onCancel={onClose}>
      {twoStep === undefined ? (
        <>
          {isError ? (
            <LoadFailed error={error} onRetry={() => void refetch()} />
          ) : (
            <Skeleton active title={false} paragraph={{ rows: 3 }} />
          )}
          <Button onClick={onClose}>取消</Button>
        </>
      ) : (
        <PromptForm
          submit="解除关联"
          danger
          onSend={end}
          extra={
            <>
              {proof.change}
              <Button onClick={onClose}>取消</Button>
            </>
          }
        >
          <p style={{ marginTop: 0 }}>{`以后不能再用它从“${method}”登录；用它登录的其他设备会立即退出。`}</p>
          {proof.fields({ autoFocus: true })}
        </PromptForm>
      )}
    </Modal>
  );
}
