import { createContext, useContext, type PointerEvent, type ThHTMLAttributes } from 'react';
import { followPointer } from '../../platform/ui/follow-pointer.ts';
import { widthWithin } from './list-column.ts';

/** The width of each column by name, and functions to change them. */
interface Resizing {
  /** While the edge is being dragged. */
  show: (widths: ReadonlyMap<string, number> | undefined) => void;
  keep: (widths: ReadonlyMap<string, number>) => void;
}

/** Without a value, columns cannot be resized. */
export const ResizeContext = createContext<Resizing | undefined>(undefined);

/** A header cell of antd's table whose edge can be dragged; `data-column` names the column. */
export function ResizableHeader({ children, ...rest }: ThHTMLAttributes<HTMLTableCellElement> & { 'data-column'?: string }) {
  const resizing = useContext(ResizeContext);
  const name = rest['data-column'];
  return (
    // oxlint-disable-next-line jsx-a11y/no-redundant-roles -- its table has another role (`table-parts.tsx`), which removes the implicit one
    <th {...rest} role="columnheader">
      {children}
      {name !== undefined && resizing !== undefined && (
        // Keyboard users set widths in 列设置: a focusable handle here would be an extra tab stop per column.
        <span
          className="list-edge"
          aria-hidden="true"
          data-edge={name}
          title="拖动调整列宽"
          onClick={(event) => event.stopPropagation()}
          onPointerDown={(event) => drag(event, name, resizing)}
        />
      )}
    </th>
  );
}

/** Follows the pointer until it is released. */
function drag(event: PointerEvent<HTMLElement>, name: string, { show, keep }: Resizing): void {
  if (event.button !== 0) return;
  event.preventDefault();
  event.stopPropagation();
  const edge = event.currentTarget;
  const from = event.clientX;
  // Freezes the widths that antd stretched to fill the table, so that the edge stays under the pointer.
  const before = widthsOf(edge.closest('tr'));
  const after = (x: number): ReadonlyMap<string, number> => new Map([...before, [name, widthWithin((before.get(name) ?? 0) + x - from)]]);
  edge.setPointerCapture(event.pointerId);
  followPointer({
    move: ({ clientX }) => show(after(clientX)),
    drop: ({ clientX }) => clientX !== from && keep(after(clientX)),
    end: () => show(undefined),
  });
}

const widthsOf = (row: HTMLElement | null): Map<string, number> =>
  new Map(
    [...(row?.querySelectorAll<HTMLElement>('th[data-column]') ?? [])].map((cell) => [
      cell.dataset['column'] ?? '',
      widthWithin(cell.getBoundingClientRect().width),
    ]),
  );
