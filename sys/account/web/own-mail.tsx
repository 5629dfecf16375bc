import type { TwoFactorAnswer } from '@back-office/contract/calls/two-factor.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Skeleton, Space, Typography } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { useApp } from '@back-office/web/platform/feedback/use-app.ts';
import { request } from '@back-office/web/platform/request/request.ts';
import { retryUntilSuccess } from '@back-office/web/platform/request/retry-until-success.ts';
import { LoadFailed } from '@back-office/web/platform/states/load-failed.tsx';
import { StaleAlert } from '@back-office/web/platform/states/stale-alert.tsx';
import type { MailAddress } from '../../mail/mail-calls.ts';
import { AddressDialog } from './address-dialog.tsx';
import { MailTopics } from './mail-topics.tsx';

const key = ['own', 'mail-address'];

interface Known extends MailAddress {
  readonly twoStep: TwoFactorAnswer;
}

/** The person's mail address and mail topics, in the personal centre. */
export function OwnMail() {
  const { message } = useApp();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const query = useQuery({
    queryKey: key,
    queryFn: async ({ signal }): Promise<Known> => {
      const [address, twoStep] = await Promise.all([
        request<MailAddress>('/api/sys/user/mail-address', { signal, quiet: true }),
        request<TwoFactorAnswer>('/api/sys/user/two-step', { signal, quiet: true }),
      ]);
      return { ...address, twoStep };
    },
    refetchInterval: retryUntilSuccess(),
  });
  const { data, error, isError, refetch } = query;
  if (isError && data === undefined) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton active title={false} paragraph={{ rows: 4 }} />;
  return (
    <div className="profile-security">
      <section>
        <h2>接收邮箱</h2>
        <StaleAlert className="profile-stale" query={query} shown="下面的状态可能不是最新的。" />
        <Address known={data} onAsk={() => setAsking(true)} />
      </section>
      <section>
        <h2>邮件提醒</h2>
        <MailTopics disabled={!data.isConfirmed} seesJobs={data.seesJobs} approves={data.approves} />
      </section>
      {asking && data.address !== null && (
        <AddressDialog
          address={data.address}
          twoStep={data.twoStep}
          onDone={() => {
            setAsking(false);
            void message.success('邮箱已验证');
            void queries.invalidateQueries({ queryKey: key });
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}

function Address({ known: { address, isConfirmed }, onAsk }: { known: Known; onAsk: () => void }) {
  if (address === null)
    return (
      <p style={{ marginTop: 0 }}>
        还没有邮箱。请先在<Link to="/profile">个人资料</Link>中填写并保存，再回到这里验证。
      </p>
    );
  return (
    <>
      <Typography.Paragraph style={{ overflowWrap: 'anywhere' }}>
        <strong>{address}</strong>
      </Typography.Paragraph>
      <p style={{ marginTop: 0 }}>
        {isConfirmed ? '已验证。提醒和重置密码的链接会发到这个邮箱；更换邮箱后需要重新验证。' : '尚未验证，验证之后才会收到邮件。'}
      </p>
      {!isConfirmed && (
        <Space>
          <Button type="primary" onClick={onAsk}>
            验证邮箱
          </Button>
        </Space>
      )}
    </>
  );
}
