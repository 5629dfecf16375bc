import type { MouseEvent, ReactNode } from 'react';
import { goTo } from '../../routing/browser-path.ts';

/** A link between the pages before sign-in, which stay in one document. */
export function GateLink({ to, children }: { to: string; children: ReactNode }) {
  const follow = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    goTo(to);
  };
  return (
    <a href={to} onClick={follow}>
      {children}
    </a>
  );
}
