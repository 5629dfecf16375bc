import { KeyOutlined } from '@ant-design/icons';
import type { TwoFactorAnswer } from '@back-office/contract/calls/two-factor.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Empty, Skeleton, Space } from 'antd';
import { useState } from 'react';
import { useApp } from '@back-office/web/platform/feedback/use-app.ts';
import { request } from '@back-office/web/platform/request/request.ts';
import { retryUntilSuccess } from '@back-office/web/platform/request/retry-until-success.ts';
import { knowsPasskeys } from '@back-office/web/platform/session/passkey.ts';
import { LoadFailed } from '@back-office/web/platform/states/load-failed.tsx';
import { StaleAlert } from '@back-office/web/platform/states/stale-alert.tsx';
import type { OwnPasskey } from '../own-passkey.ts';
import { PasskeyDialog } from './passkey-dialog.tsx';
import { RenameDialog } from './rename-dialog.tsx';

const key = ['own', 'passkeys'];

/** A person's own passkeys, in the personal centre; `twoStep` determines how they re-authenticate. */
export function OwnPasskeys({ twoStep, onChanged }: { twoStep: TwoFactorAnswer; onChanged: () => void }) {
  const { message } = useApp();
  const queries = useQueryClient();
  const [task, setTask] = useState<{ kind: 'add' } | { kind: 'end' | 'rename'; row: OwnPasskey }>();
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => request<OwnPasskey[]>('/api/sys/passkey/select-own', { signal, quiet: true }),
    refetchOnWindowFocus: true,
    refetchInterval: retryUntilSuccess(),
  });
  const { data, error, isError, refetch } = query;
  if (isError && data === undefined) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton active title={false} paragraph={{ rows: 2 }} />;
  const close = (): void => setTask(undefined);
  const done = (said: string) => (): void => {
    close();
    void message.success(said);
    void queries.invalidateQueries({ queryKey: key });
    onChanged();
  };
  const asked = { twoStep, hasPasskey: data.length > 0, onClose: close };
  return (
    <>
      <StaleAlert className="profile-stale" query={query} shown="下面的通行密钥可能不是最新的。" />
      <p style={{ marginTop: 0 }}>用指纹、面容、设备密码或安全密钥登录；添加后，输入密码登录时也要用它或验证码完成第二步。</p>
      {data.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有通行密钥" />
      ) : (
        <ul className="profile-lines" aria-label="通行密钥">
          {data.map((row) => (
            <li key={row.id} className="profile-session">
              <KeyOutlined aria-hidden />
              <div>
                <strong>{row.passkeyName}</strong>
                <p className="profile-meta">
                  <span>添加于 {row.createTime}</span>
                  <span>{row.lastUsedTime === null ? '还没有用过' : `最近使用 ${row.lastUsedTime}，来自 ${row.lastUsedIp ?? '未知'}`}</span>
                </p>
              </div>
              <Space wrap>
                <Button size="small" aria-label={`改名 ${row.passkeyName}`} onClick={() => setTask({ kind: 'rename', row })}>
                  改名
                </Button>
                <Button size="small" danger aria-label={`移除 ${row.passkeyName}`} onClick={() => setTask({ kind: 'end', row })}>
                  移除
                </Button>
              </Space>
            </li>
          ))}
        </ul>
      )}
      {knowsPasskeys() ? (
        <Button type="primary" onClick={() => setTask({ kind: 'add' })}>
          添加通行密钥
        </Button>
      ) : (
        <Alert type="info" showIcon title="当前浏览器或地址不支持通行密钥，请用 https 地址和新版浏览器打开。" />
      )}
      {task?.kind === 'add' && <PasskeyDialog {...asked} onDone={done('已添加通行密钥')} />}
      {task?.kind === 'end' && <PasskeyDialog {...asked} ending={task.row} onDone={done('已移除通行密钥')} />}
      {task?.kind === 'rename' && (
        <RenameDialog
          path={`/api/sys/passkey/rename-own/${task.row.id}`}
          passkeyName={task.row.passkeyName}
          onDone={done('已改名')}
          onClose={close}
        />
      )}
    </>
  );
}
