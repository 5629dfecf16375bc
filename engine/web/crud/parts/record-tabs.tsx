import type { Resource } from '@back-office/contract/resource/resource.ts';
import { Tabs } from 'antd';
import type { ReactNode } from 'react';
import { asText } from '../fields/as-text.ts';
import type { Values } from '../fields/field-kit.ts';
import { RecordHistory } from './record-history.tsx';

/** One more thing to see of a record; its content is made when it is first opened. `render` is a method, so that a page may know its records. */
export interface RecordTab<Row = Values> {
  key: string;
  label: string;
  render(this: void, row: Row): ReactNode;
}

interface RecordTabsProps {
  resource: Resource;
  row: Values;
  more?: readonly RecordTab[];
  children: ReactNode;
}

/** A record to read, and beside it what else is to be known of it: of whatever is edited, its history. */
export function RecordTabs({ resource, row, more = [], children }: RecordTabsProps) {
  const id = asText(row['id']);
  const history: RecordTab[] = resource.operations.includes('save')
    ? [{ key: 'history', label: '变更历史', render: () => <RecordHistory resource={resource} id={id} /> }]
    : [];
  const tabs = [...more, ...history];
  if (tabs.length === 0 || id === '') return children;
  return (
    <Tabs
      className="crud-tabs"
      items={[
        { key: 'record', label: '基本信息', children },
        ...tabs.map(({ key, label, render }) => ({ key, label, children: render(row) })),
      ]}
    />
  );
}
