import type { TwoFactorAnswer } from '@back-office/contract/calls/two-factor.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Skeleton, Space, Typography } from 'antd';
import { useState } from 'react';
import { LoadFailed } from '@back-office/web/platform/states/load-failed.tsx';
import { StaleAlert } from '@back-office/web/platform/states/stale-alert.tsx';
import { OwnPasskeys } from '../../passkeys/web/own-passkeys.tsx';
import { theOffice } from '@back-office/web/platform/office/open-office.ts';
import { useConfig } from '@back-office/web/platform/session/use-config.ts';
import { useSession } from '@back-office/web/platform/session/use-session.ts';
import { StateTag } from './state-tag.tsx';
import { profileKey } from './use-profile-editor.ts';
import { TwoFactorDialog } from './two-factor-dialog.tsx';
import type { TwoFactorTask } from '@back-office/web/sign-in/account/two-factor-steps.tsx';
import { twoStepKey, useTwoStep } from '@back-office/web/sign-in/account/use-two-step.ts';

/** The user's own second factors, and the ways to change them. */
export function TwoFactorSections() {
  const config = useConfig();
  const queries = useQueryClient();
  const { userId } = useSession();
  const [task, setTask] = useState<TwoFactorTask>();
  const query = useTwoStep();
  const { data, error, isError, refetch } = query;
  if (isError && data === undefined) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton active title={false} paragraph={{ rows: 2 }} />;
  const changed = (): void => {
    void queries.invalidateQueries({ queryKey: twoStepKey });
    // A first or last factor is a new version of the person.
    void queries.invalidateQueries({ queryKey: profileKey(userId) });
  };
  const done = (): void => {
    setTask(undefined);
    changed();
  };
  const hasPasskeys = theOffice().has('passkeys') && config?.passkeys === true;
  return (
    <>
      <section>
        <h2>两步验证</h2>
        <StaleAlert className="profile-stale" query={query} shown="下面的状态可能不是最新的。" />
        <TwoFactorState data={data} onTask={setTask} />
      </section>
      {hasPasskeys && (
        <section>
          <h2>通行密钥</h2>
          <OwnPasskeys twoStep={data} onChanged={changed} />
        </section>
      )}
      {task !== undefined && <TwoFactorDialog task={task} state={data} onDone={done} onClose={() => setTask(undefined)} />}
    </>
  );
}

function TwoFactorState({ data, onTask }: { data: TwoFactorAnswer; onTask: (task: TwoFactorTask) => void }) {
  return (
    <>
      <p style={{ marginTop: 0 }}>
        <StateTag kind={data.app ? 'good' : 'plain'}>{data.app ? '已启用' : '未启用'}</StateTag>
        登录时除密码外，还要输入手机上身份验证器显示的验证码。
      </p>
      {data.active && (
        <Typography.Paragraph type={data.recoveryCodes < 3 ? 'danger' : 'secondary'}>
          还有 {data.recoveryCodes} 个恢复码可用。
        </Typography.Paragraph>
      )}
      <Space wrap>
        {!data.app && (
          <Button type="primary" onClick={() => onTask('start')}>
            启用两步验证
          </Button>
        )}
        {data.active && <Button onClick={() => onTask('renew')}>更换恢复码</Button>}
        {data.app && !data.required && (
          <Button danger onClick={() => onTask('stop')}>
            停用
          </Button>
        )}
      </Space>
    </>
  );
}
