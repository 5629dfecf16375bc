import { CheckOutlined, MinusOutlined } from '@ant-design/icons';
import { useCallback, type ReactNode } from 'react';

import './grant-checkbox.css';

interface TickProps {
  /** What a screen reader says. */
  name: string;
  state: 'all' | 'some' | 'none';
  onToggle: () => void;
  /** Place in its row, for the arrow keys. */
  column: number;
  /** Why it cannot be changed. */
  locked?: string | undefined;
  /** Whether the role that this one is compared with has it; undefined where none is. */
  theirs?: boolean | undefined;
  children?: ReactNode;
  className?: string;
}

/** A checkbox of the grid. The browser's own: hundreds of antd's would take half a second to draw. */
export function GrantCheckbox({ name, state, onToggle, column, locked, theirs, children, className = '' }: TickProps) {
  const mark = useCallback((box: HTMLInputElement | null) => void (box !== null && (box.indeterminate = state === 'some')), [state]);
  const differs = theirs !== undefined && theirs !== (state === 'all');
  const said = theirs === undefined ? name : `${name}（对比角色${theirs ? '有' : '没有'}）`;
  return (
    <label data-differs={differs} className={`grant-tick ${className}`} title={locked} data-locked={locked !== undefined}>
      <input
        ref={mark}
        type="checkbox"
        aria-label={locked === undefined ? said : `${said}（${locked}）`}
        aria-disabled={locked !== undefined}
        data-column={column}
        tabIndex={-1}
        checked={state === 'all'}
        // Not `disabled`: the arrow keys and a screen reader must be able to reach the reason.
        onChange={() => {
          if (locked === undefined) onToggle();
        }}
      />
      {theirs !== undefined && (
        <span aria-hidden className="grant-theirs">
          {theirs ? <CheckOutlined /> : <MinusOutlined />}
        </span>
      )}
      {children}
    </label>
  );
}
