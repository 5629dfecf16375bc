import { useLayoutEffect, useState, type CSSProperties, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import type { CellChoices } from './cell-choices.ts';

interface ChoiceListProps extends CellChoices {
  id: string;
  label: string;
  /** The input that the list belongs to. */
  anchor: RefObject<HTMLElement | null>;
  /** The choice that Enter takes. */
  active: number | undefined;
  choose: (choice: string) => void;
}

/** Maximum height of the list, in pixels. */
const tallest = 260;

/** The choices for the cell being edited, shown below it or, near the bottom of the screen, above it. */
export function ChoiceList({ id, label, anchor, active, choose, choices, loading }: ChoiceListProps) {
  const [style, setStyle] = useState<CSSProperties>({ display: 'none' });
  useLayoutEffect(() => {
    if (anchor.current === null) return;
    const { left, top, bottom, width } = anchor.current.getBoundingClientRect();
    const above = bottom + tallest > innerHeight && top > innerHeight - bottom;
    const place = above ? { bottom: innerHeight - top + 2 } : { top: bottom + 2 };
    setStyle({
      left: Math.min(left, document.documentElement.clientWidth - 200),
      minWidth: width,
      maxHeight: Math.min(tallest, (above ? top : innerHeight - bottom) - 8),
      ...place,
    });
  }, [anchor]);
  useLayoutEffect(() => {
    // In braces: in newer browsers scrollIntoView returns a promise, which an effect must not return.
    document.getElementById(`${id}-${active ?? ''}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);
  return createPortal(
    // A mouse press here must not take the focus from the input: that would end editing.
    <div role="presentation" className="import-choices" style={style} onMouseDown={(event) => event.preventDefault()}>
      <div role="listbox" id={id} aria-label={label}>
        {choices.map((choice, at) => (
          <div key={choice} role="option" tabIndex={-1} id={`${id}-${at}`} aria-selected={at === active} onMouseUp={() => choose(choice)}>
            {choice}
          </div>
        ))}
      </div>
      {choices.length === 0 && <div className="import-choices-none">{loading ? '正在查找…' : '没有匹配的选项'}</div>}
    </div>,
    document.body,
  );
}
