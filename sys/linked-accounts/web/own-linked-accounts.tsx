import { LinkOutlined } from '@ant-design/icons';
import type { RecordOf } from '@back-office/contract/resource/row.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { useApp } from '@back-office/web/platform/feedback/use-app.ts';
import { request } from '@back-office/web/platform/request/request.ts';
import { retryUntilSuccess } from '@back-office/web/platform/request/retry-until-success.ts';
import { useConfig } from '@back-office/web/platform/session/use-config.ts';
import { LoadFailed } from '@back-office/web/platform/states/load-failed.tsx';
import { StaleAlert } from '@back-office/web/platform/states/stale-alert.tsx';
import type { linkedAccount } from '../linked-account.ts';
import { EndLinkDialog } from './end-link-dialog.tsx';

type Row = RecordOf<typeof linkedAccount>;

const key = ['own', 'linked-accounts'];

/** A person's own linked accounts in the personal centre, which they sign in with, and buttons to remove them. */
export function OwnLinkedAccounts() {
  const { message } = useApp();
  const queries = useQueryClient();
  const [ending, setEnding] = useState<Row>();
  const methods = useConfig()?.signIn ?? [];
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => request<Row[]>('/api/sys/linked-account/select-own', { signal, quiet: true }),
    refetchOnWindowFocus: true,
    refetchInterval: retryUntilSuccess(),
  });
  const { data, error, isError, refetch } = query;
  if (isError && data === undefined) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton active title={false} paragraph={{ rows: 2 }} />;
  const labelOf = (id: string): string => methods.find((method) => method.id === id)?.label ?? id;
  const readAgain = (): void => void queries.invalidateQueries({ queryKey: key });
  return (
    <>
      <StaleAlert className="profile-stale" query={query} shown="下面的关联可能不是最新的。" />
      {data.length === 0 ? (
        <p style={{ marginTop: 0 }}>还没有关联其他账号。在登录页选择其他登录方式，首次输入一次本系统的密码，即可关联。</p>
      ) : (
        <ul className="profile-lines" aria-label="关联账号">
          {data.map((row) => (
            <li key={row.id} className="profile-session">
              <LinkOutlined aria-hidden />
              <div>
                <strong>{row.externalName}</strong>
                <p className="profile-meta">
                  <span>{labelOf(row.loginMethod)}</span>
                  <span>最近登录 {row.lastUsedTime ?? '无'}</span>
                </p>
              </div>
              <Button danger size="small" aria-label={`解除关联 ${row.externalName}`} onClick={() => setEnding(row)}>
                解除关联
              </Button>
            </li>
          ))}
        </ul>
      )}
      {ending !== undefined && (
        <EndLinkDialog
          link={{ id: ending.id, name: ending.externalName, method: labelOf(ending.loginMethod) }}
          onTried={readAgain}
          onDone={() => {
            setEnding(undefined);
            void message.success('已解除关联');
          }}
          onClose={() => setEnding(undefined)}
        />
      )}
    </>
  );
}
