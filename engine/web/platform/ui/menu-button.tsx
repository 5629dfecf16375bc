import { useState, type ReactNode } from 'react';
import { PopupMenu, type MenuAction } from './popup-menu.tsx';
import './plain.css';

interface Props {
  label: string;
  actions: readonly MenuAction[];
  className?: string;
  children: ReactNode;
}

/** A button of the shell that opens a menu. */
export function MenuButton({ label, actions, className = 'bar-button', children }: Props) {
  const [from, setFrom] = useState<HTMLElement>();
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={from !== undefined}
        onClick={({ currentTarget }) => setFrom(from === undefined ? currentTarget : undefined)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          setFrom(event.currentTarget);
        }}
      >
        {children}
      </button>
      {from !== undefined && (
        <PopupMenu
          actions={actions}
          label={label}
          place={{ below: from }}
          onClose={(focus) => {
            setFrom(undefined);
            if (focus) from.focus();
          }}
        />
      )}
    </>
  );
}
