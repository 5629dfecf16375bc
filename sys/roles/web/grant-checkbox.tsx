import { CheckOutlined, MinusOutlined } from '@ant-design/icons';
import { useCallback, type ReactNode } from 'react';

import './grant-checkbox.css';

interface TickProps {
  /** Accessible name. */
  name: string;
  state: 'all' | 'some' | 'none';
  onToggle: () => void;
  /** Column in its row, for the arrow keys. */
  column: number;
  /** Why it cannot be changed. */
  locked?: string | undefined;
  /** Whether the compared role has the permission; undefined without a comparison. */
  theirs?: boolean | undefined;
  children?: ReactNode;
  className?: string;
}

/** A checkbox of the grid. Native, as hundreds of antd's would take half a second to render. */
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
        // Not `disabled`: the reason must be reachable by arrow keys and screen readers.
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
