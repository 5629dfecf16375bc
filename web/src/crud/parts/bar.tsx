import type { ReactNode } from 'react';
import { usePinned } from '../hooks/use-pinned.ts';
import '../crud.css';

/** A bar of buttons that fixes itself to the top once the page is scrolled. */
export function Bar({ children, label }: { children: ReactNode; label: string }) {
  const [marker, pinned] = usePinned();
  return (
    <>
      <div ref={marker} />
      <div role="toolbar" aria-label={label} className={pinned ? 'crud-bar crud-bar-pinned' : 'crud-bar'}>
        {children}
      </div>
    </>
  );
}
