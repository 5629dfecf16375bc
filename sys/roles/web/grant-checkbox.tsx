import { useCallback, type ReactNode } from 'react';

interface TickProps {
  /** What a screen reader says. */
  name: string;
  state: 'all' | 'some' | 'none';
  onToggle: () => void;
  /** Place in its row, for the arrow keys. */
  column: number;
  /** Why it cannot be changed. */
  locked?: string | undefined;
  children?: ReactNode;
  className?: string;
}

/** A checkbox of the grid. The browser's own: hundreds of antd's would take half a second to draw. */
export function GrantCheckbox({ name, state, onToggle, column, locked, children, className = '' }: TickProps) {
  const mark = useCallback((box: HTMLInputElement | null) => void (box !== null && (box.indeterminate = state === 'some')), [state]);
  return (
    <label className={`grant-tick ${className}`} title={locked} data-locked={locked !== undefined}>
      <input
        ref={mark}
        type="checkbox"
        aria-label={locked === undefined ? name : `${name}（${locked}）`}
        aria-disabled={locked !== undefined}
        data-column={column}
        tabIndex={-1}
        checked={state === 'all'}
        // Not `disabled`: the arrow keys and a screen reader must be able to reach the reason.
        onChange={() => {
          if (locked === undefined) onToggle();
        }}
      />
      {children}
    </label>
  );
}
