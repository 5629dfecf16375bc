import { KeyOutlined } from '@ant-design/icons';
import type { RecordOf } from '@back-office/contract/resource/row.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Empty, Skeleton } from 'antd';
import { useApp } from '@back-office/web/platform/feedback/use-app.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import { FieldValue } from '@back-office/web/crud/fields/field-value.tsx';
import { dangerous } from '@back-office/web/platform/feedback/dangerous.ts';
import { theOffice } from '@back-office/web/platform/office/open-office.ts';
import { request } from '@back-office/web/platform/request/request.ts';
import { retryUntilSuccess } from '@back-office/web/platform/request/retry-until-success.ts';
import { LoadFailed } from '@back-office/web/platform/states/load-failed.tsx';
import { StaleAlert } from '@back-office/web/platform/states/stale-alert.tsx';
import { token } from '../token.ts';
import { OwnTokenDialog } from './own-token-dialog.tsx';

const key = ['own', 'tokens'];

/** A person's own API keys, in the personal centre: the list, and actions to create and remove them. */
export function OwnTokens() {
  const { modal, message } = useApp();
  const queries = useQueryClient();
  const [making, setMaking] = useState(false);
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => request<RecordOf<typeof token>[]>('/api/sys/token/select-own', { signal, quiet: true }),
    refetchOnWindowFocus: true,
    refetchInterval: retryUntilSuccess(),
  });
  const { data, error, isError, refetch } = query;
  if (isError && data === undefined) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton active title={false} paragraph={{ rows: 4 }} />;
  const readAgain = (): void => void queries.invalidateQueries({ queryKey: key });
  const end = ({ id, tokenName }: RecordOf<typeof token>): void => {
    modal.confirm({
      title: `删除密钥“${tokenName}”？`,
      content: '使用它的程序会立即无法调用，且不能恢复。',
      okText: '删除',
      ...dangerous,
      onOk: async () => {
        try {
          await request(`/api/sys/token/delete-own/${id}`, { method: 'DELETE' });
          void message.success('已删除');
        } catch {
          // The request has shown the error.
        } finally {
          readAgain();
        }
      },
    });
  };
  return (
    <>
      <StaleAlert className="profile-stale" query={query} shown="下面的密钥可能不是最新的。" />
      <header className="profile-head">
        <p>
          程序用密钥以您的身份调用接口，只能做密钥所列、且您当时也能做的操作。
          {theOffice().has('api-docs') && <Link to="/api-docs">查看接口文档</Link>}
        </p>
        <Button type="primary" onClick={() => setMaking(true)}>
          新建密钥
        </Button>
      </header>
      {data.length === 0 ? (
        <Empty description="还没有接口密钥" />
      ) : (
        <ul className="profile-lines" aria-label="接口密钥">
          {data.map((row) => (
            <li key={row.id} className="profile-session">
              <KeyOutlined aria-hidden />
              <div>
                <strong>{row.tokenName}</strong>
                <FieldValue resource={token} name="tokenStatus" row={row} />
                <p className="profile-meta">
                  <FieldValue resource={token} name="tokenRights" row={row} />
                </p>
                <p className="profile-meta">
                  <span>到期 {row.expireTime}</span>
                  <span>{row.lastUsedTime === null ? '还没有用过' : `最近使用 ${row.lastUsedTime}，来自 ${row.lastUsedIp ?? '未知'}`}</span>
                </p>
              </div>
              <Button danger size="small" aria-label={`删除 ${row.tokenName}`} onClick={() => end(row)}>
                删除
              </Button>
            </li>
          ))}
        </ul>
      )}
      {making && <OwnTokenDialog onClose={() => setMaking(false)} onMade={readAgain} />}
    </>
  );
}
