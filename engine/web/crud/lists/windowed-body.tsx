import { useEffect, useRef, useState, type HTMLAttributes, type ReactElement, type ReactNode } from 'react';
import { drawnRows } from './list-on-screen.ts';

/** The window moves by this many rows at a time, and reaches so far beyond what is seen. */
const block = 20;
/** How high a row is taken to be until one has been seen, in pixels. */
const guess = 47;

interface Window {
  from: number;
  to: number;
  height: number;
}

/**
 * The body of antd's table, virtualised: of very many rows only those near the viewport are drawn, the others are
 * spacers. It stays one table for screen readers, and scrolls with the page; antd's own virtual table is made of boxes
 * and scrolls by itself. `children` are the measuring row and the list of all rows.
 */
export function WindowedBody({ children, ...rest }: HTMLAttributes<HTMLTableSectionElement> & { children?: ReactNode }) {
  const [measure, rows] = Array.isArray(children) ? (children as [ReactNode, ReactNode]) : [null, children];
  const all = Array.isArray(rows) ? (rows as ReactElement[]) : undefined;
  const body = useRef<HTMLTableSectionElement>(null);
  const { from, to, height } = useWindow(body, all === undefined || all.length <= drawnRows ? 0 : all.length);
  return (
    <tbody {...rest} role="none" ref={body}>
      {measure}
      {all === undefined || all.length <= drawnRows ? (
        rows
      ) : (
        <>
          <Room height={from * height} />
          {all.slice(from, to)}
          <Room height={(all.length - to) * height} />
        </>
      )}
    </tbody>
  );
}

const Room = ({ height }: { height: number }) => (height <= 0 ? null : <tr aria-hidden="true" style={{ height }} />);

/** Which of this many rows are near the screen. */
function useWindow(body: { current: HTMLTableSectionElement | null }, count: number): Window {
  const [seen, setSeen] = useState<Window>({ from: 0, to: 3 * block, height: guess });
  useEffect(() => {
    if (count === 0) return undefined;
    const look = (): void => {
      const row = body.current?.querySelector<HTMLElement>('tr.ant-table-row');
      const top = body.current?.getBoundingClientRect().top;
      if (row === null || row === undefined || top === undefined) return;
      const height = row.getBoundingClientRect().height || guess;
      const first = Math.floor(-top / height / block) * block - block;
      const from = Math.min(Math.max(0, first), Math.max(0, count - block));
      const to = Math.min(count, Math.max(from, first) + Math.ceil(innerHeight / height / block) * block + 3 * block);
      setSeen((now) => (now.from === from && now.to === to && now.height === height ? now : { from, to, height }));
    };
    look();
    addEventListener('scroll', look, { passive: true });
    addEventListener('resize', look);
    return () => {
      removeEventListener('scroll', look);
      removeEventListener('resize', look);
    };
  }, [body, count]);
  return { ...seen, from: Math.min(seen.from, count), to: Math.min(seen.to, count) };
}
