import { labelName } from '@back-office/contract/resource/field.ts';
import { parentFieldOf, sharedByParent, type Resource } from '@back-office/contract/resource/resource.ts';
import type { AnyRow, DraftOf, RecordOf } from '@back-office/contract/resource/row.ts';
import { type ReactNode, useDeferredValue, useEffect } from 'react';
import type { Values } from '../fields/field-kit.ts';
import { useMay } from '../../platform/session/use-may.ts';
import { useSize } from '../../platform/ui/use-size.ts';
import { useWide } from '../../platform/appearance/use-wide.ts';
import type { Action } from '../action.ts';
import { asDeclared } from '../as-declared.ts';
import { type Removal, useDelete } from '../hooks/use-delete.tsx';
import { useOnScreen } from '../lists/list-on-screen.ts';
import { filterQuery } from '../lists/list-state.ts';
import { useList } from '../lists/use-list.ts';
import { useOpened } from '../hooks/use-opened.ts';
import { useRowActions } from '../hooks/use-row-actions.ts';
import { useScreen } from '../hooks/use-screen.ts';
import { mayBatch, rowButtons } from '../screen-rules.ts';
import { tableSkeleton, DataTable, type RowsProps } from '../parts/data-table.tsx';
import { ListCards } from '../parts/list-cards.tsx';
import { ListToolbar } from '../parts/list-toolbar.tsx';
import { ListBeside } from '../parts/list-beside.tsx';
import { prefetchWhenIdle } from './prefetch-when-idle.ts';

/** The props as the list's components take them, for any resource. */
interface ListProps {
  resource: Resource;
  /** 查看, 编辑 and 新增 open beside the list instead of on a separate page; a click on the name always opens beside it. */
  drawer?: boolean;
  /** Custom actions of the toolbar and of each row. */
  actions?: readonly Action<readonly AnyRow[]>[];
  rowActions?: readonly Action<AnyRow>[];
  /** Also called with an empty record, to compute the width of the action column of an empty list. */
  editable?(this: void, row: Values): boolean;
  removable?(this: void, row: Values): boolean;
  removal?: Removal;
  /** Rendered above the rows: a company's summary of all matching records, whose own call takes `filters` as its query (`conditionOf`). */
  summary?(this: void, filters: [string, string][]): ReactNode;
}

/** The same, typed by the page's resource and its records. */
interface ListPageProps<R extends Resource> extends ListProps {
  resource: R;
  actions?: readonly Action<readonly RecordOf<R>[]>[];
  rowActions?: readonly Action<RecordOf<R>>[];
  editable?(this: void, row: DraftOf<R>): boolean;
  removable?(this: void, row: DraftOf<R>): boolean;
}

/**
 * The list of a resource: toolbar, filters, table or tree.
 * @example
 * export const OrgListPage = () => <ListPage resource={org} rowActions={[{ name: 'tell', label: '通知', run: (row) => alert(row.orgName) }]} />;
 */
export const ListPage = <R extends Resource>(props: ListPageProps<R>) => <ListView {...props} resource={asDeclared(props.resource)} />;

function ListView({ resource, drawer = false, actions, rowActions, editable, removable, removal, summary }: ListProps) {
  const list = useList(resource);
  useOnScreen(list);
  useEffect(prefetchWhenIdle, []);
  const screen = useScreen();
  const may = useMay(resource.name);
  const opened = useOpened(resource);
  const afterRemoval = (gone: readonly AnyRow[]): void => {
    list.select(list.selected.filter((row) => !gone.some(({ id }) => id === row.id)));
    if (gone.some(({ id }) => id === opened.shown?.id)) opened.close();
  };
  const remove = useDelete(resource, afterRemoval, removal);

  const [parent, shared] = [parentFieldOf(resource) ?? '', sharedByParent(resource) ?? ''];
  const open = (id: string, editing: boolean, preset: Values = {}): void => {
    if (drawer || !screen.hasView) return opened.open(id, editing, preset);
    const { [parent]: above, [shared]: within } = preset;
    screen.toView(id, {
      ...(editing && id !== 'new' ? { edit: '1' } : {}),
      ...(typeof above === 'string' ? { parent: above } : {}),
      ...(typeof within === 'string' ? { within } : {}),
    });
  };
  const addBeneath = (row: AnyRow): void => {
    // Expand the parent, so that the new child is seen in its place.
    list.expand([...new Set([...list.expanded, row.id])]);
    open('new', true, {
      [parent]: row.id,
      [labelName(parent)]: row[resource.label],
      ...(shared === '' ? {} : { [shared]: row[shared], [labelName(shared)]: row[labelName(shared)] }),
    });
  };
  const { inRow, inRecord } = useRowActions(resource, {
    open: (row, editing) => open(row.id, editing),
    addBeneath,
    remove,
    removeLabel: removal?.verb,
    editable,
    removable,
    more: rowActions,
  });
  // A record that may not be deleted, such as the person's own account, may not be disabled by a switch either: the server would refuse.
  const switchable = (row: AnyRow): boolean =>
    removable?.(row) !== false && rowButtons(resource, may, editable?.(row) !== false).includes('edit');
  return (
    <ListBeside list={list} opened={opened} editable={editable} actionsOf={inRecord} ownPage={!drawer && screen.hasView}>
      <ListToolbar
        list={list}
        add={() => open('new', true)}
        remove={remove}
        removeLabel={removal?.verb}
        editable={editable}
        more={actions}
      />
      {summary !== undefined && <div className="list-summary">{summary(filterQuery(list.state))}</div>}
      <Rows
        list={list}
        actionsOf={inRow}
        switchable={switchable}
        selectable={
          (resource.operations.includes('delete') && may('delete')) ||
          mayBatch(resource, may) ||
          actions?.some(({ name, ofTicked }) => ofTicked === true && may(name)) === true
        }
      />
    </ListBeside>
  );
}

/**
 * Renders a skeleton until rows have loaded, then the table with its rows in slices: otherwise the table would be rendered twice, the second
 * time in one go. Deferred even for cached rows: inserting table and toolbar together blocks a slow machine half as long again.
 */
function Rows(props: RowsProps) {
  const { data, errorUpdateCount } = props.list.page;
  const showsSkeleton = useDeferredValue(data === undefined && errorUpdateCount === 0, true);
  const [place, { width }] = useSize<HTMLDivElement>();
  return (
    <>
      <div ref={place} />
      {useWide('sm') ? showsSkeleton ? tableSkeleton : <DataTable {...props} room={width} /> : <ListCards {...props} />}
    </>
  );
}
