import { CheckCircleFilled, CloseCircleFilled, ExclamationCircleFilled, ReloadOutlined } from '@ant-design/icons';
import { request } from '@back-office/web/platform/request/request.ts';
import { LoadFailed } from '@back-office/web/platform/states/load-failed.tsx';
import { StaleAlert } from '@back-office/web/platform/states/stale-alert.tsx';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton, Tag } from 'antd';
import type { ReactNode } from 'react';
import type { Level, StatusAnswer, StatusItem, StatusSection } from '../status.ts';
import './status-page.css';

/** Refetch interval while the page is visible, in milliseconds. */
const refresh = 10_000;

const levels: Readonly<Record<Exclude<Level, 'info'>, { word: string; icon: ReactNode }>> = {
  bad: { word: '异常', icon: <CloseCircleFilled aria-hidden /> },
  warn: { word: '注意', icon: <ExclamationCircleFilled aria-hidden /> },
  ok: { word: '正常', icon: <CheckCircleFilled aria-hidden /> },
};

/** The state of the servers, the database and related parts, problems first in each, with their cures; refetched automatically. */
export function StatusPage() {
  const query = useQuery({
    queryKey: ['sys/status'],
    queryFn: ({ signal }) => request<StatusAnswer>('/api/sys/status/select-status', { signal, quiet: true }),
    refetchInterval: refresh,
  });
  const { data, error, isFetching, refetch } = query;
  if (data === undefined)
    return (
      <section className="page-card" aria-label="概况">
        {error === null ? (
          <Skeleton active title={false} paragraph={{ rows: 10 }} />
        ) : (
          <LoadFailed error={error} onRetry={() => void refetch()} />
        )}
      </section>
    );
  const items = data.sections.flatMap((section) => section.items);
  const count = (level: Level): number => items.filter((item) => item.level === level).length;
  return (
    <div className="status-page">
      <section className="page-card" aria-label="概况">
        <header className="status-head">
          <h2>运行状态</h2>
          <span role="status">
            {(['bad', 'warn', 'ok'] as const).map((level) => (
              <LevelTag key={level} level={level} quiet={count(level) === 0}>
                {` ${count(level)}`}
              </LevelTag>
            ))}
          </span>
          <span className="status-time">{data.time}，每 10 秒刷新</span>
          <Button icon={<ReloadOutlined aria-hidden spin={isFetching} />} onClick={() => void refetch()}>
            刷新
          </Button>
        </header>
        <StaleAlert query={query} shown={`下面是 ${data.time} 的状态`} />
        <Troubles sections={data.sections} />
      </section>
      <div className="status-sections">
        {data.sections.map((section) => (
          <Section key={section.name} section={section} />
        ))}
      </div>
    </div>
  );
}

/** In our own colours: those of antd's tags have too little contrast in the light theme. A `quiet` one, such as of no problems, has none. */
const LevelTag = ({ level, quiet = false, children }: { level: Exclude<Level, 'info'>; quiet?: boolean; children?: ReactNode }) => (
  <Tag className="status-tag" data-level={quiet ? 'info' : level} icon={levels[level].icon}>
    {levels[level].word}
    {children}
  </Tag>
);

const placeOf = (section: StatusSection, item: StatusItem): string => `status-${section.name}-${item.name}`.replaceAll(' ', '-');

/** All problems, worst first, each a link to its place, which may be below the fold. */
function Troubles({ sections }: { sections: readonly StatusSection[] }) {
  const all = sections.flatMap((section) => section.items.map((item) => ({ section, item })));
  const wrong = (['bad', 'warn'] as const).flatMap((level) =>
    all.filter(({ item }) => item.level === level).map((one) => ({ ...one, level })),
  );
  if (wrong.length === 0) return null;
  return (
    <ul className="status-troubles" aria-label="需要处理的">
      {wrong.map(({ section, item, level }) => (
        <li key={placeOf(section, item)} data-level={level}>
          {levels[level].icon}
          <button type="button" className="link-button" onClick={() => goTo(placeOf(section, item))}>
            {`${section.title} › ${item.title}`}
          </button>
        </li>
      ))}
    </ul>
  );
}

function goTo(place: string): void {
  const there = document.getElementById(place);
  there?.scrollIntoView({ block: 'center' });
  there?.focus({ preventScroll: true });
}

const Section = ({ section }: { section: StatusSection }) => (
  <section className="page-card" aria-label={section.title}>
    <h3>{section.title}</h3>
    {section.items.length === 0 ? (
      <p className="status-value">没有可看的</p>
    ) : (
      <dl>
        {section.items.map((item) => (
          <Item key={item.name} item={item} place={placeOf(section, item)} />
        ))}
      </dl>
    )}
  </section>
);

const Item = ({ item: { title, level, value, cure }, place }: { item: StatusItem; place: string }) => (
  <div className="status-item" data-level={level} id={place} tabIndex={-1}>
    <dt>
      <span className="status-title">{title}</span>
      {level !== 'info' && <LevelTag level={level} />}
    </dt>
    <dd className="status-value">{value}</dd>
    {cure !== undefined && <dd className="status-cure">处理：{cure}</dd>}
  </div>
);
