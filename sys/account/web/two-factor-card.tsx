import type { TwoFactorAnswer } from '@back-office/contract/calls/two-factor.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Skeleton, Space, Typography } from 'antd';
import { useState } from 'react';
import { LoadFailed } from '@back-office/web/platform/ui/load-failed.tsx';
import { StaleAlert } from '@back-office/web/platform/ui/stale-alert.tsx';
import { retryUntilSuccess } from '@back-office/web/platform/request/retry-until-success.ts';
import { request } from '@back-office/web/platform/request/request.ts';
import { StateTag } from './state-tag.tsx';
import { TwoFactorDialog } from './two-factor-dialog.tsx';
import type { TwoFactorTask } from '@back-office/web/sign-in/account/two-factor-steps.tsx';

const key = ['two-step'];

/** How the user's own sign-in is guarded, and the ways to change it. */
export function TwoFactorCard() {
  const queries = useQueryClient();
  const [task, setTask] = useState<TwoFactorTask>();
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => request<TwoFactorAnswer>('/api/sys/user/two-step', { signal, quiet: true }),
    refetchInterval: retryUntilSuccess(),
  });
  const { data, error, isError, refetch } = query;
  if (isError && data === undefined) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton active paragraph={{ rows: 2 }} />;
  const done = (): void => {
    setTask(undefined);
    void queries.invalidateQueries({ queryKey: key });
  };
  return (
    <>
      <StaleAlert className="profile-stale" query={query} shown="下面的状态可能不是最新的。" />
      <p style={{ marginTop: 0 }}>
        <StateTag kind={data.active ? 'good' : 'plain'}>{data.active ? '已启用' : '未启用'}</StateTag>
        登录时除密码外，还要输入手机上身份验证器显示的验证码。
      </p>
      {data.active && (
        <Typography.Paragraph type={data.recoveryCodes < 3 ? 'danger' : 'secondary'}>
          还有 {data.recoveryCodes} 个恢复码可用。
        </Typography.Paragraph>
      )}
      {data.active ? (
        <Space wrap>
          <Button onClick={() => setTask('renew')}>更换恢复码</Button>
          {!data.required && (
            <Button danger onClick={() => setTask('stop')}>
              停用
            </Button>
          )}
        </Space>
      ) : (
        <Button type="primary" onClick={() => setTask('start')}>
          启用两步验证
        </Button>
      )}
      {task !== undefined && <TwoFactorDialog task={task} onDone={done} onClose={() => setTask(undefined)} />}
    </>
  );
}
