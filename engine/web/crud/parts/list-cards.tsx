import { DownOutlined, RightOutlined } from '@ant-design/icons';
import { cardOf } from '@back-office/contract/resource/browsing.ts';
import { fieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { Button, Checkbox, Spin } from 'antd';
import { Suspense, useRef } from 'react';
import { asText } from '../fields/as-text.ts';
import { FieldValue } from '../fields/field-value.tsx';
import { isEmpty } from '../fields/is-empty.ts';
import { shownRows } from '../lists/shown-rows.ts';
import { isLeaf } from '../lists/use-forest.ts';
import { useWindow } from '../../platform/ui/use-window.ts';
import { ListPages, NoRows, type RowsProps } from './data-table.tsx';
import { RecordLink } from './record-link.tsx';
import { RowActions } from './row-actions.tsx';
import { StaleNotice } from './stale-notice.tsx';
import { StateSwitch, toggleOf } from './state-switch.tsx';
import './list-cards.css';

/** A list without room for a table: a two-line card per record, still a table for screen readers. */
export function ListCards({ list, actionsOf, switchable, selectable }: RowsProps) {
  const { resource, page, levels, expanded, expand, selected, select } = list;
  const rows = shownRows(list);
  const nameOf = (row: AnyRow): string => asText(row[resource.label]);
  const isFoldable = list.kind !== undefined && rows.some(([row]) => !isLeaf(row, levels));
  const body = useRef<HTMLDivElement>(null);
  const { from, to, above, below } = useWindow(body, '.list-card', rows.length);
  const tick = (row: AnyRow): void =>
    select(selected.some(({ id }) => id === row.id) ? selected.filter(({ id }) => id !== row.id) : [...selected, row]);
  const fold = ({ id }: AnyRow): void => expand(expanded.includes(id) ? expanded.filter((other) => other !== id) : [...expanded, id]);
  return (
    <>
      <StaleNotice list={list} />
      {rows.length === 0 ? (
        <div className="list-cards">
          <NoRows list={list} />
        </div>
      ) : (
        <Spin spinning={page.isPlaceholderData && !page.isError} delay={200}>
          <div
            role="table"
            aria-label={`${resource.title}列表`}
            className="list-cards"
            ref={body}
            style={{ paddingBlock: `${above}px ${below}px` }}
          >
            {rows.slice(from, to).map(([row, level]) => (
              <div
                key={row.id}
                role="row"
                className={list.isFound(row) ? 'list-card' : 'list-card list-above'}
                data-row-key={row.id}
                style={{ '--level': level }}
              >
                {selectable && (
                  <div role="cell">
                    <Checkbox
                      aria-label={`选择${nameOf(row)}`}
                      disabled={!list.isFound(row)}
                      checked={selected.some(({ id }) => id === row.id)}
                      onChange={() => tick(row)}
                    />
                  </div>
                )}
                {isFoldable && (
                  <div role="cell" className="list-card-fold">
                    {!isLeaf(row, levels) && <Fold called={nameOf(row)} open={expanded.includes(row.id)} press={() => fold(row)} />}
                  </div>
                )}
                <CardText resource={resource} row={row} switchable={switchable(row)} />
                <div role="cell">
                  <RowActions row={row} called={nameOf(row)} actions={actionsOf(row)} narrow />
                </div>
              </div>
            ))}
          </div>
        </Spin>
      )}
      {page.data !== undefined && page.data.total > 0 && (
        <div className="list-card-pages">
          <Suspense>
            <ListPages list={list} simple />
          </Suspense>
        </div>
      )}
    </>
  );
}

const Fold = ({ called, open, press }: { called: string; open: boolean; press: () => void }) => (
  <Button
    type="text"
    icon={open ? <DownOutlined aria-hidden /> : <RightOutlined aria-hidden />}
    aria-label={`${open ? '收起' : '展开'}${called}`}
    aria-expanded={open}
    onClick={press}
  />
);

/** The name, and below it the state and the distinguishing fields. */
function CardText({ resource, row, switchable }: { resource: Resource; row: AnyRow; switchable: boolean }) {
  const [state, ...others] = cardOf(resource);
  const toggle = switchable && state !== undefined ? toggleOf(resource, state, row) : undefined;
  const told = others.filter((name) => !isEmpty(row[name]));
  return (
    <div role="cell" className="list-card-text">
      <RecordLink resource={resource} name={resource.label} row={row}>
        <FieldValue resource={resource} name={resource.label} row={row} plain />
      </RecordLink>
      <div className="list-card-below">
        {state !== undefined && toggle === undefined && <FieldValue resource={resource} name={state} row={row} />}
        {state !== undefined && toggle !== undefined && <StateSwitch resource={resource} name={state} row={row} toggle={toggle} />}
        <div className="list-card-more">
          {told.map((name) => (
            <span key={name}>
              {/* 失败 keeps its colour here too. */}
              <FieldValue resource={resource} name={name} row={row} plain={fieldOf(resource, name).kind !== 'dict'} />
            </span>
          ))}
        </div>
      </div>
    </div>
  );
}
