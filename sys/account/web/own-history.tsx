import { outcomes } from '@back-office/contract/status.ts';
import { type OwnHistory as Answer, maxOwnHistory, type OwnLogin, type OwnOperation } from '../own.ts';
import type { DatetimeField } from '@back-office/contract/resource/field.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { logLogin } from '../../logs/log-login.ts';
import { logOpt } from '../../logs/log-opt.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Empty, Pagination, Skeleton } from 'antd';
import { useState } from 'react';
import type { Condition } from '@back-office/web/crud/fields/field-kit.ts';
import { datetime } from '@back-office/web/crud/fields/date-kit.tsx';
import { LoadFailed } from '@back-office/web/platform/states/load-failed.tsx';
import { StaleAlert } from '@back-office/web/platform/states/stale-alert.tsx';
import { retryUntilSuccess } from '@back-office/web/platform/request/retry-until-success.ts';
import { request } from '@back-office/web/platform/request/request.ts';
import { useExistingPage } from '@back-office/web/platform/request/use-existing-page.ts';
import { grouped } from '@back-office/contract/resource/grouped.ts';
import { deviceOf } from './device-of.ts';
import { StateTag } from './state-tag.tsx';

interface Line {
  id: string;
  time: string;
  status: string;
  title: string;
  more: (string | null)[];
}

interface History {
  resource: Resource;
  field: DatetimeField;
  /** The name of the time field that the entries are filtered by. */
  name: string;
  read: (query: [string, string][], signal: AbortSignal) => Promise<Answer<Line>>;
}

const pageSize = 20;
const TimeFilter = datetime.Filter;

const history = <Item, const Name extends string>(
  resource: Resource & { readonly fields: Readonly<Record<Name, DatetimeField>> },
  name: Name,
  call: string,
  lineOf: (item: Item) => Line,
): History => ({
  resource,
  field: resource.fields[name],
  name,
  read: async (query, signal) => {
    const { items, total } = await request<Answer<Item>>(`/api/sys/user/${call}`, { query, signal, quiet: true });
    return { items: items.map(lineOf), total };
  },
});

const logins = history(logLogin, 'loginTime', 'select-logins', (item: OwnLogin) => ({
  id: item.id,
  time: item.loginTime,
  status: item.loginStatus,
  title: [item.loginType, item.loginMessage].filter((word) => word !== null && word !== '').join(' · '),
  more: [deviceOf(item.loginBrowser, item.loginOs), item.loginIp],
}));

const operations = history(logOpt, 'optTime', 'select-operations', (item: OwnOperation) => ({
  id: item.id,
  time: item.optTime,
  status: item.optStatus,
  title: [item.optModule, item.optType, item.optTarget].filter((word) => word !== null && word !== '').join(' · '),
  more: [item.optMessage, item.optIp],
}));

/** The user's own sign-ins, including failed ones under the user's account. */
export const OwnLogins = () => <Lines history={logins} empty="这段时间没有登录记录" label="登录记录" />;

/** The user's own operations. */
export const OwnOperations = () => <Lines history={operations} empty="这段时间没有操作记录" label="操作记录" />;

function Lines({ history: { resource, field, name, read }, empty, label }: { history: History; empty: string; label: string }) {
  const [conditions, setConditions] = useState<readonly Condition[]>([]);
  const [index, setIndex] = useState(0);
  const query: [string, string][] = [
    ['index', String(index)],
    ['limit', String(pageSize)],
    ...conditions.map(({ op, value }): [string, string] => [op, `${name}:${value}`]),
  ];
  const found = useQuery({
    queryKey: ['own', resource.name, query],
    queryFn: ({ signal }) => read(query, signal),
    placeholderData: keepPreviousData,
    refetchInterval: retryUntilSuccess(),
  });
  useExistingPage(found, { index, limit: pageSize }, setIndex);
  const { data, error, isError, isPlaceholderData, refetch } = found;
  const narrow = (next: Condition[]): void => {
    setConditions(next);
    setIndex(0);
  };
  return (
    <>
      <div className="profile-time">
        {TimeFilter !== undefined && <TimeFilter resource={resource} field={field} conditions={conditions} onChange={narrow} />}
      </div>
      {isError && data === undefined && <LoadFailed error={error} onRetry={() => void refetch()} />}
      <StaleAlert className="profile-stale" query={found} shown="下面的记录可能不是最新的。" />
      {data === undefined && !isError && <Skeleton active title={false} paragraph={{ rows: 8 }} />}
      {data?.items.length === 0 && <Empty description={empty} />}
      {data !== undefined && data.items.length > 0 && (
        <ul className="profile-lines" aria-label={label} aria-busy={isPlaceholderData}>
          {data.items.map((line) => (
            <li key={line.id} className="profile-line">
              <StateTag kind={line.status === outcomes.failure ? 'bad' : 'plain'}>{line.status}</StateTag>
              <span>{line.title}</span>
              <span className="profile-meta">
                {line.more.map((word) => word !== null && word !== '' && <span key={word}>{word}</span>)}
              </span>
              <time>{line.time}</time>
            </li>
          ))}
        </ul>
      )}
      {data !== undefined && data.total > pageSize && (
        <Pagination
          align="end"
          current={index + 1}
          pageSize={pageSize}
          total={data.total}
          showSizeChanger={false}
          showLessItems
          responsive
          showTotal={(total) => (total >= maxOwnHistory ? `最近 ${grouped(total)} 条` : `共 ${grouped(total)} 条`)}
          onChange={(page) => setIndex(page - 1)}
        />
      )}
    </>
  );
}
