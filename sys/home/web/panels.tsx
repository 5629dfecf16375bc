import type { Panel } from '../statistics.ts';

const before: Partial<Record<Panel['key'], string>> = { newUsers: '前30天' };
// Made once: each costs a slow machine several milliseconds.
const figures = new Intl.NumberFormat('zh-CN');
const units = ['B', 'KB', 'MB', 'GB', 'TB'];

/** The figures at the top of the home page, each beside the one of the span before. */
export const Panels = ({ panels }: { panels: readonly Panel[] }) => (
  <dl className="home-panels">
    {panels.map(({ key, label, value, previous }) => (
      <div key={key} className="page-card home-panel" data-key={key}>
        <dt>{label}</dt>
        <dd>{key === 'storage' ? inBytes(value) : figures.format(value)}</dd>
        {previous !== undefined && (
          <dd className="home-panel-before">
            {before[key] ?? '昨日'} {figures.format(previous)}
          </dd>
        )}
      </div>
    ))}
  </dl>
);

function inBytes(bytes: number): string {
  const power = bytes === 0 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  return `${(bytes / 1024 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`;
}
