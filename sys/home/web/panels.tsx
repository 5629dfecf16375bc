import { Link } from 'react-router';
import { formatBytes } from '@back-office/contract/format-bytes.ts';
import { grouped } from '@back-office/contract/resource/grouped.ts';
import { useSession } from '@back-office/web/platform/session/use-session.ts';
import type { HomeAnswer } from '../home-answer.ts';
import type { Panel, PanelData } from '../statistics.ts';
import { figureAddress } from './figure-address.ts';
import { lineOf } from './line-of.ts';
import { Sparkline } from './sparkline.tsx';
import './panels.css';

const before: Partial<Record<Panel['key'], string>> = { newUsers: '前30天' };

/** Figures where more is worse. */
const troubles: ReadonlySet<Panel['key']> = new Set(['signInFailures', 'smsFailed']);

/** The figures, each with the previous period's value and its last thirty days; each links to the list that it counts. */
export function Panels({ data, beside }: { data: PanelData; beside: HomeAnswer | undefined }) {
  const { routes } = useSession();
  return (
    <dl className="home-panels">
      {data.panels.map(({ key, label, value, previous }) => {
        const to = figureAddress(routes ?? [], key, beside?.today);
        const line = lineOf(key, data.series, beside?.lines);
        return (
          <div key={key} className="page-card home-panel" data-key={key} data-trouble={troubles.has(key)}>
            <dt>{to === undefined ? label : <Link to={to}>{label}</Link>}</dt>
            <dd>{key === 'storage' ? formatBytes(value) : grouped(value)}</dd>
            {previous !== undefined && (
              <dd className="home-panel-before">
                {before[key] ?? '昨日'} {grouped(previous)}
              </dd>
            )}
            {line !== undefined && (
              <dd className="home-panel-line">
                <Sparkline values={line} />
              </dd>
            )}
          </div>
        );
      })}
    </dl>
  );
}
