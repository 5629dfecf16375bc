import type { Resource } from '@back-office/contract/resource/resource.ts';
import { loseConnection } from './answers.ts';
import { empty, failed, filled, many, places, refused, stale, waiting } from './resources.ts';
import { ListStage, LoseConnection } from './stage.tsx';

const states: readonly { title: string; resource: Resource; search?: string }[] = [
  { title: '有数据', resource: filled },
  { title: '加载中', resource: waiting },
  { title: '没有数据', resource: empty },
  { title: '没有符合条件的', resource: empty, search: '?like=contractName:%E6%97%A0' },
  { title: '加载失败', resource: failed },
  { title: '没有权限', resource: refused },
  { title: '连接中断', resource: stale },
  { title: '树', resource: places },
];

/** A list in every state. */
export const Lists = () => (
  <>
    {states.map(({ title, resource, search = '' }) => (
      <section key={title} className="showcase-list" aria-label={title} data-state={title}>
        <h2>{title}</h2>
        <ListStage resource={resource} search={search} />
      </section>
    ))}
    <LoseConnection resource={stale} lose={loseConnection} />
  </>
);

/** A list whose page has ten thousand rows. */
export const ManyRows = () => <ListStage resource={many} search="?limit=10000" />;
