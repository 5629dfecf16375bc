import type { TwoFactorAnswer } from '@back-office/contract/calls/two-factor.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Modal, Skeleton } from 'antd';
import { useState } from 'react';
import { request } from '@back-office/web/platform/request/request.ts';
import { retryUntilSuccess } from '@back-office/web/platform/request/retry-until-success.ts';
import { LoadFailed } from '@back-office/web/platform/states/load-failed.tsx';
import { PromptForm } from '@back-office/web/sign-in/account/prompt-form.tsx';
import { type Confirm, confirmation, ConfirmFields, confirmWays, type Typed } from '../../passkeys/web/confirm-fields.tsx';

interface Props {
  link: { id: string; name: string; method: string };
  /** After each attempt: a refused one may mean that the link is gone. */
  onTried: () => void;
  onDone: () => void;
  onClose: () => void;
}

/** Removes a linked account, once the person has re-authenticated. */
export function EndLinkDialog({ link: { id, name, method }, onTried, onDone, onClose }: Props) {
  const {
    data: twoStep,
    error,
    isError,
    refetch,
  } = useQuery({
    queryKey: ['two-step'],
    queryFn: ({ signal }) => request<TwoFactorAnswer>('/api/sys/user/two-step', { signal, quiet: true }),
    refetchInterval: retryUntilSuccess(),
  });
  const [chosen, setChosen] = useState<Confirm>();
  const ways = twoStep === undefined ? [] : confirmWays(twoStep);
  const by = chosen ?? ways[0];
  const other = ways.find((way) => way !== by);
  const end = async (typed: Typed): Promise<void> => {
    if (by === undefined) return;
    const json = await confirmation(by, typed);
    await request(`/api/sys/linked-account/end-own/${id}`, { method: 'POST', json, quiet: true }).finally(onTried);
    onDone();
  };
  return (
    <Modal open title={`解除“${name}”的关联？`} footer={null} width={440} mask={{ closable: false }} closable={false} onCancel={onClose}>
      {by === undefined ? (
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
              {other !== undefined && <Button onClick={() => setChosen(other)}>{other === 'code' ? '改用恢复码' : '改用通行密钥'}</Button>}
              <Button onClick={onClose}>取消</Button>
            </>
          }
        >
          <p style={{ marginTop: 0 }}>{`以后不能再用它从“${method}”登录；用它登录的其他设备会立即退出。`}</p>
          <ConfirmFields by={by} confirmBy={twoStep?.confirmBy} autoFocus />
        </PromptForm>
      )}
    </Modal>
  );
}
