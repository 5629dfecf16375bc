import { useEffect, useRef } from 'react';
import { focusHeading } from '../../platform/keyboard/focus-heading.ts';

/** How long to wait for a page to be rendered after navigation, in milliseconds. */
const timeoutMs = 3000;

/**
 * Focuses the heading of a page after navigation, if the focus would be lost with the previous page or a dialog, or would stay in the menu:
 * keyboard and screen reader users continue at the page. A focus in the tab strip stays there.
 */
export function useFocusHeading(active: string | undefined): void {
  const before = useRef(active);
  useEffect(() => {
    // During a redirect to another address, no tab is active.
    if (active === undefined) return undefined;
    const first = before.current === undefined || before.current === active;
    before.current = active;
    return first ? undefined : keepAtHeading();
  }, [active]);
}

/**
 * A page is rendered after its tab, first as a skeleton, and the dialog that led to it closes later: so the heading is focused whenever
 * nothing else is, until the person does something. Returns a function that stops it.
 */
function keepAtHeading(): () => void {
  const until = performance.now() + timeoutMs;
  let frame = 0;
  const look = (): void => {
    const { activeElement } = document;
    if (isFree(activeElement)) focusHeading();
    else if (activeElement?.closest('h1, [role=dialog]') === null) return;
    if (performance.now() < until) frame = requestAnimationFrame(look);
  };
  const end = (): void => {
    cancelAnimationFrame(frame);
    for (const event of interactionEvents) removeEventListener(event, end, true);
  };
  look();
  for (const event of interactionEvents) addEventListener(event, end, true);
  return end;
}

const interactionEvents = ['keydown', 'pointerdown'] as const;

const isFree = (focused: Element | null): boolean =>
  focused === null || focused === document.body || !focused.checkVisibility() || focused.closest('.shell-side, .top-menu') !== null;
