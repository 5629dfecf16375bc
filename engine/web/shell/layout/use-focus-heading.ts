import { useEffect, useRef } from 'react';
import { focusHeading } from '../../platform/ui/focus-heading.ts';

/**
 * Brings the focus to the heading of a page that has been led to, where it would be lost with the page before, or stay in the
 * menu that led there: who goes by keyboard or by ear goes on at the page. Who is in the strip of tabs stays there.
 */
export function useFocusHeading(active: string | undefined): void {
  const before = useRef(active);
  useEffect(() => {
    const first = before.current === undefined || before.current === active;
    before.current = active;
    const { activeElement } = document;
    const lost = activeElement === null || activeElement === document.body || !activeElement.checkVisibility();
    if (!first && (lost || activeElement.closest('.shell-side, .top-menu') !== null)) focusHeading();
  }, [active]);
}
