import type { ReactNode } from 'react';
import type { MenuAction } from './popup-menu.tsx';
import { useMenu } from './use-menu.tsx';
import '../ui/plain.css';

interface Props {
  label: string;
  actions: readonly MenuAction[];
  className?: string;
  children: ReactNode;
}

/** A button of the shell that opens a menu. */
export function MenuButton({ label, actions, className = 'bar-button', children }: Props) {
  const { trigger, menu } = useMenu({ actions, label, placeOf: (below) => ({ below }) });
  return (
    <>
      <button type="button" className={className} aria-label={label} title={label} {...trigger}>
        {children}
      </button>
      {menu}
    </>
  );
}
