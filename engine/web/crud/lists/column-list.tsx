import { fieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import { HolderOutlined, PushpinFilled, PushpinOutlined } from '@ant-design/icons';
import { Button, Checkbox, InputNumber } from 'antd';
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { columnWidth, isPinned, moved, widthWithin, type ListColumn } from './list-column.ts';
import { followPointer } from '../../platform/ui/follow-pointer.ts';
import { IconButton } from '../../platform/ui/icon-button.tsx';

interface ColumnListProps {
  resource: Resource;
  columns: readonly ListColumn[];
  /** Filters the columns by a search; they cannot be reordered while it is set. */
  matchesSearch: ((column: ListColumn) => boolean) | undefined;
  onChange: (columns: readonly ListColumn[]) => void;
}

/** A list of columns to show or hide, reorder by pointer or arrow keys, resize and pin at the left. */
export function ColumnList({ resource, columns: given, matchesSearch, onChange }: ColumnListProps) {
  const labelOf = (name: string): string => fieldOf(resource, name).label;
  const list = useRef<HTMLUListElement>(null);
  const [dragged, setDragged] = useState<{ name: string; columns: readonly ListColumn[] }>();
  const [announcement, setAnnouncement] = useState('');
  const [grip, setGrip] = useState<string>();
  const columns = dragged?.columns ?? given;

  // Moving a row in the DOM takes the focus from the button in it.
  useEffect(() => {
    if (grip !== undefined) list.current?.querySelector<HTMLElement>(`[data-grip="${grip}"]`)?.focus();
  }, [grip, given]);

  const set = (name: string, part: Partial<ListColumn>): void =>
    onChange(columns.map((column) => (column.name === name ? { ...column, ...part } : column)));
  const onKeyDown = (event: KeyboardEvent, name: string): void => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const to = columns.findIndex((column) => column.name === name) + step;
    if (to < 0 || to >= columns.length) return;
    onChange(moved(columns, name, to));
    setGrip(name);
    setAnnouncement(`${labelOf(name)}移到第 ${to + 1} 列`);
  };
  const onPointerDown = (event: PointerEvent, name: string): void => {
    if (event.button !== 0) return;
    let now = columns;
    setDragged({ name, columns: now });
    const move = ({ clientY }: globalThis.PointerEvent): void => {
      const rows = [...(list.current?.children ?? [])];
      const to = rows.map((row) => row.getBoundingClientRect()).findIndex(({ top, bottom }) => clientY >= top && clientY < bottom);
      if (to < 0 || now[to]?.name === name) return;
      now = moved(now, name, to);
      setDragged({ name, columns: now });
      for (const beside of [to - 1, to + 1]) rows[beside]?.scrollIntoView({ block: 'nearest' });
    };
    followPointer({ move, drop: () => now !== columns && onChange(now), end: () => setDragged(undefined) });
  };

  const alone = columns.filter(({ shown }) => shown).length === 1;
  const listed = columns.filter(matchesSearch ?? (() => true));
  return (
    <>
      <ul className="list-columns" ref={list}>
        {listed.map((column) => {
          const { name, shown, width } = column;
          const pinned = isPinned(resource, column);
          return (
            <li key={name} data-dragged={dragged?.name === name}>
              {matchesSearch === undefined && (
                <Button
                  type="text"
                  size="small"
                  className="list-grip"
                  data-grip={name}
                  icon={<HolderOutlined aria-hidden />}
                  aria-label={`移动${labelOf(name)}`}
                  aria-keyshortcuts="ArrowUp ArrowDown"
                  onKeyDown={(event) => onKeyDown(event, name)}
                  onPointerDown={(event) => onPointerDown(event, name)}
                  onBlur={() => setGrip(undefined)}
                />
              )}
              <Checkbox checked={shown} disabled={shown && alone} onChange={({ target }) => set(name, { shown: target.checked })}>
                {labelOf(name)}
              </Checkbox>
              {shown && (
                <>
                  <InputNumber
                    size="small"
                    aria-label={`${labelOf(name)}列宽`}
                    suffix="px"
                    step={10}
                    value={width ?? fieldOf(resource, name).width ?? columnWidth.usual}
                    onChange={(value) => value !== null && value >= columnWidth.min && set(name, { width: widthWithin(value) })}
                  />
                  <IconButton
                    type="text"
                    size="small"
                    icon={pinned ? PushpinFilled : PushpinOutlined}
                    label={`固定${labelOf(name)}`}
                    aria-pressed={pinned}
                    title={pinned ? '不再固定在左侧' : '固定在左侧'}
                    onClick={() => set(name, { pinned: !pinned })}
                  />
                </>
              )}
            </li>
          );
        })}
      </ul>
      {listed.length === 0 && <p className="list-hint">没有符合的列</p>}
      <div role="status" className="visually-hidden">
        {announcement}
      </div>
    </>
  );
}
