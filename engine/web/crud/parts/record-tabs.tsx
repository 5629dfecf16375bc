import type { Resource } from '@back-office/contract/resource/resource.ts';
import { Skeleton, Tabs } from 'antd';
import { Suspense, useState, type ReactNode } from 'react';
import { useAllowed } from '../../platform/session/use-allowed.ts';
import { PartBoundary } from '../../platform/states/part-boundary.tsx';
import { asText } from '../fields/as-text.ts';
import type { Values } from '../fields/field-kit.ts';
import { RecordHistory } from './record-history.tsx';
import { KeepTabContext, type ownTabs, tabsBeside, type RecordTab } from './record-tab.ts';

interface RecordTabsProps {
  resource: Resource;
  row: Values;
  /** The tab that is open first; the details if it is absent or unknown. */
  first?: string | undefined;
  onOpen?: (name: string) => void;
  children: ReactNode;
}

/** A record's details as the first tab, then the features' tabs and, for editable resources, the history. */
export function RecordTabs({ resource, row, first, onOpen, children }: RecordTabsProps) {
  const allowed = useAllowed();
  const [kept, keep] = useState<string>();
  const history = resource.operations.includes('save') ? [historyTab(resource.name)] : [];
  const tabs = [...tabsBeside(resource), ...history]
    .filter((tab) => tab.name === kept || (allowed(tab) && tab.offered?.(row) !== false))
    .toSorted((a, b) => a.order - b.order);
  if (tabs.length === 0 || asText(row['id']) === '') return children;
  return (
    <Tabs
      className="crud-tabs"
      defaultActiveKey={tabs.some(({ name }) => name === first) ? (first ?? record) : record}
      {...(onOpen === undefined ? {} : { onChange: onOpen })}
      items={[
        { key: record, label: '基本信息', children },
        ...tabs.map(({ name, label, Tab }) => ({
          key: name,
          label,
          children: (
            <PartBoundary what="标签页" name={label}>
              <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 6 }} />}>
                <KeepTabContext value={keep}>
                  <Tab resource={resource} row={row} />
                </KeepTabContext>
              </Suspense>
            </PartBoundary>
          ),
        })),
      ]}
    />
  );
}

const record = 'record' satisfies (typeof ownTabs)[number];

const historyTab = (resource: string): RecordTab => ({ resource, name: 'history', label: '变更历史', order: 90, Tab: RecordHistory });
