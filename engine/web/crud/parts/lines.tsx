import { PlusOutlined } from '@ant-design/icons';
import { labelName } from '@back-office/contract/resource/field.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Empty, Table } from 'antd';
import { useContext, useEffect, useState } from 'react';
import { useExistingPage } from '../../platform/request/use-existing-page.ts';
import { useMay } from '../../platform/session/use-may.ts';
import { LoadFailed } from '../../platform/states/load-failed.tsx';
import { useSize } from '../../platform/ui/use-size.ts';
import { asDeclared } from '../as-declared.ts';
import { asText } from '../fields/as-text.ts';
import type { Values } from '../fields/field-kit.ts';
import { readPage } from '../fields/read-page.ts';
import { OpenedContext } from '../hooks/opened-context.ts';
import { useDelete } from '../hooks/use-delete.tsx';
import type { Shown } from '../hooks/use-opened.ts';
import { useRowActions } from '../hooks/use-row-actions.ts';
import { listButtons } from '../screen-rules.ts';
import { listColumns } from './list-columns.tsx';
import { RecordDrawer } from './record-drawer.tsx';
import { KeepTabContext } from './record-tab.ts';

const limit = 50;
/** In pixels. */
const textActionsMinWidth = 640;

interface LinesProps {
  /** The name of their tab. */
  tab: string;
  resource: Resource;
  /** The field of a line that refers to the record. */
  field: string;
  /** The columns. */
  names: readonly string[];
  /** The record's resource. */
  of: Resource;
  row: Values;
  editable: boolean;
}

/** The lines of a record: a table, and a drawer for reading, editing or adding one. */
export function Lines({ tab, resource: named, field, names, of, row, editable }: LinesProps) {
  const resource = asDeclared(named);
  const id = asText(row['id']);
  const may = useMay(resource.name);
  const queries = useQueryClient();
  const [opened, setOpened] = useState<Shown>();
  const keepTab = useContext(KeepTabContext);
  const isEditing = opened?.editing === true;
  useEffect(() => keepTab(isEditing ? tab : undefined), [keepTab, isEditing, tab]);
  const [index, setIndex] = useState(0);
  const [place, { width: room }] = useSize<HTMLDivElement>();
  const lines = useQuery({
    // Keyed by the resource's name, so that saving a line invalidates it.
    queryKey: [resource.name, 'lines', field, id, index],
    queryFn: ({ signal }) =>
      readPage(
        resource.name,
        [
          ['eq', `${field}:${id}`],
          ['sort', resource.sort],
          ['index', String(index)],
          ['limit', String(limit)],
        ],
        signal,
      ),
    placeholderData: keepPreviousData,
  });
  useExistingPage(lines, { index, limit }, setIndex);
  // The record may summarise its lines, such as their total, so it is refetched with them.
  const renew = (): void => void queries.invalidateQueries({ queryKey: [of.name] });
  const remove = useDelete(resource, renew, undefined);
  const open = (line: AnyRow, editing: boolean) => setOpened({ id: line.id, editing });
  const { inRow: actionsOf } = useRowActions(resource, { open, remove, addBeneath: () => undefined, editable: () => editable });
  const rows = lines.data?.items ?? [];
  const columns = listColumns({
    resource,
    // In a panel, pinned columns would leave no room for the others.
    columns: names.map((name) => ({ name, shown: true, pinned: false })),
    sort: undefined,
    tree: false,
    // Beside a list, action labels at the end of a row would leave no room for the columns.
    narrow: room < textActionsMinWidth,
    room,
    actionsOf,
    switchable: () => false,
    offered: [{ id: '', version: 0 }, ...rows].map(actionsOf),
  }).map((column) => ({ ...column, sorter: false }));
  return (
    // Reset: otherwise links in the lines would open them as records of the surrounding list.
    <OpenedContext value={undefined}>
      <div ref={place}>
        {editable && listButtons(resource, may).includes('add') && (
          <Button
            icon={<PlusOutlined aria-hidden />}
            style={{ marginBottom: 12 }}
            onClick={() => setOpened({ id: 'new', editing: true, preset: { [field]: id, [labelName(field)]: row[of.label] } })}
          >
            新增{resource.title}
          </Button>
        )}
        {lines.data === undefined && lines.error !== null ? (
          <LoadFailed title={`${resource.title}加载失败`} error={lines.error} onRetry={() => void lines.refetch()} />
        ) : (
          <Table<AnyRow>
            rowKey="id"
            size="small"
            aria-label={resource.title}
            loading={{ spinning: lines.isFetching && (lines.data === undefined || lines.isPlaceholderData), delay: 200 }}
            columns={columns}
            dataSource={rows}
            scroll={{ x: columns.reduce((sum, { width }) => sum + Number(width ?? 0), 0) }}
            locale={{ emptyText: lines.data?.total === 0 ? <Empty description={`还没有${resource.title}`} /> : ' ' }}
            pagination={{
              current: index + 1,
              pageSize: limit,
              total: lines.data?.total ?? 0,
              hideOnSinglePage: true,
              showSizeChanger: false,
              onChange: (page) => setIndex(page - 1),
            }}
          />
        )}
      </div>
      {opened !== undefined && (
        <RecordDrawer
          resource={resource}
          opened={opened}
          editable={() => editable}
          close={() => {
            setOpened(undefined);
            renew();
          }}
        />
      )}
    </OpenedContext>
  );
}
