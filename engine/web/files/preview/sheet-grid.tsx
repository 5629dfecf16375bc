import { useEffect, useRef, useState } from 'react';
import type { OpenedSheets } from '../../platform/sheet/open-sheets.ts';
import { columnName } from './column-name.ts';
import './sheet.css';

type Rows = Awaited<ReturnType<OpenedSheets['rows']>>;

interface SheetGridProps {
  book: OpenedSheets;
  index: number;
  sheet: OpenedSheets['sheets'][number];
}

/** Height of a row in pixels; only visible rows, and some around them, are fetched and rendered. */
const rowHeight = 28;
const overscanRows = 20;

/** One sheet of a workbook. */
export function SheetGrid({ book, index, sheet: { name, rows: count, columns, more } }: SheetGridProps) {
  const box = useRef<HTMLDivElement>(null);
  const [span, setSpan] = useState({ from: 0, to: Math.min(count, 60) });
  const [shown, setShown] = useState<{ from: number; rows: Rows }>({ from: 0, rows: [] });
  useEffect(() => {
    let over = false;
    void book.rows(index, span.from, span.to).then(
      (rows) => void (over || setShown({ from: span.from, rows })),
      () => undefined,
    );
    return () => void (over = true);
  }, [book, index, span]);
  const look = () => {
    const element = box.current;
    if (element === null) return;
    const top = Math.floor(element.scrollTop / rowHeight);
    const from = Math.max(0, top - overscanRows);
    const to = Math.min(count, top + Math.ceil(element.clientHeight / rowHeight) + overscanRows);
    setSpan((now) => (now.from <= Math.max(0, top - 4) && now.to >= Math.min(count, to - overscanRows + 4) ? now : { from, to }));
  };
  const letters = Array.from({ length: columns }, (_, column) => columnName(column));
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- focusable, so that it can be scrolled by keyboard
    <div ref={box} className="sheet" role="region" aria-label={`工作表 ${name}`} tabIndex={0} onScroll={look}>
      <table aria-rowcount={count} style={{ '--row': `${rowHeight}px` }}>
        <thead>
          <tr>
            <th aria-label="行号" />
            {letters.map((letter) => (
              <th key={letter} scope="col">
                {letter}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Gap rows={shown.from} />
          {shown.rows.map((row, at) => (
            <tr key={shown.from + at} aria-rowindex={shown.from + at + 1}>
              <th scope="row">{shown.from + at + 1}</th>
              {letters.map((letter, column) => (
                <td key={letter} className={typeof row[column] === 'number' ? 'sheet-number' : undefined} title={textOf(row[column])}>
                  {textOf(row[column])}
                </td>
              ))}
            </tr>
          ))}
          <Gap rows={Math.max(0, count - shown.from - shown.rows.length)} />
        </tbody>
      </table>
      {more && <p className="sheet-more">文件内容较多，这里只显示一部分，完整内容请下载后查看。</p>}
    </div>
  );
}

const Gap = ({ rows }: { rows: number }) => (rows === 0 ? null : <tr aria-hidden style={{ height: rows * rowHeight }} />);

const textOf = (value: Rows[number][number] | undefined): string => (value === undefined || value === null ? '' : String(value));
