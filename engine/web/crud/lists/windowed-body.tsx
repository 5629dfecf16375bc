import { useRef, type HTMLAttributes, type ReactElement, type ReactNode } from 'react';
import { useWindow } from '../../platform/ui/use-window.ts';

/**
 * The body of antd's table, virtualised: of very many rows only those near the viewport are rendered, spacers replace the
 * rest. It remains a real table for screen readers and scrolls with the page; antd's own virtual table is made of divs
 * and scrolls on its own. `children` are the measuring row and the list of all rows.
 */
export function WindowedBody({ children, ...rest }: HTMLAttributes<HTMLTableSectionElement> & { children?: ReactNode }) {
  const [measure, rows] = Array.isArray(children) ? (children as [ReactNode, ReactNode]) : [null, children];
  const all = Array.isArray(rows) ? (rows as ReactElement[]) : undefined;
  const body = useRef<HTMLTableSectionElement>(null);
  const { from, to, above, below } = useWindow(body, 'tr.ant-table-row', all?.length ?? 0);
  return (
    <tbody {...rest} role="none" ref={body}>
      {measure}
      <Room height={above} />
      {all === undefined ? rows : all.slice(from, to)}
      <Room height={below} />
    </tbody>
  );
}

const Room = ({ height }: { height: number }) => (height <= 0 ? null : <tr aria-hidden="true" style={{ height }} />);
