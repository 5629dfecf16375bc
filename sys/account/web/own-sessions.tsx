import { DesktopOutlined, MobileOutlined } from '@ant-design/icons';
import type { EndedSessions, OwnSession } from '../own.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useApp } from '@back-office/web/platform/feedback/use-app.ts';
import { dangerous } from '@back-office/web/platform/feedback/dangerous.ts';
import { LoadFailed } from '@back-office/web/platform/states/load-failed.tsx';
import { StaleAlert } from '@back-office/web/platform/states/stale-alert.tsx';
import { retryUntilSuccess } from '@back-office/web/platform/request/retry-until-success.ts';
import { request } from '@back-office/web/platform/request/request.ts';
import { deviceOf } from './device-of.ts';
import { StateTag } from './state-tag.tsx';

const key = ['own', 'sessions'];

/** The user's active sessions, and buttons to end unknown or unneeded ones. */
export function OwnSessions() {
  const { modal, message } = useApp();
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => request<OwnSession[]>('/api/sys/user/select-sessions', { signal, quiet: true }),
    refetchOnWindowFocus: true,
    refetchInterval: retryUntilSuccess(),
  });
  const { data, error, isError, refetch } = query;
  if (isError && data === undefined) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton active title={false} paragraph={{ rows: 4 }} />;

  const end = (title: string, content: string, run: () => Promise<string>): void => {
    modal.confirm({
      title,
      content,
      okText: '下线',
      ...dangerous,
      onOk: async () => {
        try {
          void message.success(await run());
        } catch {
          // The request has shown the error.
        } finally {
          // A session that has ended meanwhile disappears from the list too.
          void queries.invalidateQueries({ queryKey: ['own'] });
        }
      },
    });
  };
  const endOne = ({ id, loginBrowser, loginOs }: OwnSession): void =>
    end('下线这台设备？', `“${deviceOf(loginBrowser, loginOs)}”会立即收到提示并退出登录。`, async () => {
      await request(`/api/sys/user/end-session/${id}`, { method: 'DELETE' });
      return '已下线';
    });
  const endOthers = (): void =>
    end('下线其他所有设备？', '除当前设备外，其他设备会立即收到提示并退出登录。', async () => {
      const { ended } = await request<EndedSessions>('/api/sys/user/end-other-sessions', { method: 'DELETE' });
      return `已下线 ${ended} 台设备`;
    });
  return (
    <>
      <StaleAlert className="profile-stale" query={query} shown="下面的设备可能不是最新的。" />
      <header className="profile-head">
        <p>发现不认识的设备时，请将其下线并修改密码。</p>
        <Button danger disabled={data.length < 2} onClick={endOthers}>
          下线其他所有设备
        </Button>
      </header>
      <ul className="profile-lines" aria-label="登录设备">
        {data.map((one) => (
          <li key={one.id} className="profile-session">
            {/android|ios|mobile/i.test(one.loginOs ?? '') ? <MobileOutlined aria-hidden /> : <DesktopOutlined aria-hidden />}
            <div>
              <strong>{deviceOf(one.loginBrowser, one.loginOs)}</strong>
              {one.current && <StateTag kind="good">当前设备</StateTag>}
              <p className="profile-meta">
                <span>IP {one.loginIp ?? '未知'}</span>
                <span>登录于 {one.loginTime}</span>
                <span>最近使用 {one.lastSeenTime}</span>
              </p>
            </div>
            {!one.current && (
              <Button danger size="small" aria-label={`下线 ${deviceOf(one.loginBrowser, one.loginOs)}`} onClick={() => endOne(one)}>
                下线
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
