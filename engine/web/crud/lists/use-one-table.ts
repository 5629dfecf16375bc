import { useEffect, useRef, type RefObject } from 'react';

/** What is used of antd's table by its reference. */
interface TableElement {
  nativeElement: HTMLElement;
}

/** Lets rows be reached by Tab, to be scrolled by arrow keys, for as long as they are wider than their place. */
function reachByKeyboard(body: HTMLElement | null | undefined): () => void {
  if (body === null || body === undefined) return () => undefined;
  // In a table only a group of rows may take the focus.
  body.setAttribute('role', 'rowgroup');
  const watch = new ResizeObserver(() => {
    if (body.scrollWidth > body.clientWidth) body.tabIndex = 0;
    else body.removeAttribute('tabindex');
  });
  for (const element of [body, ...body.children]) watch.observe(element);
  return () => watch.disconnect();
}

/**
 * Makes one table of the two that antd draws where the heading sticks: one for who listens, under this name, and one for who
 * goes through the headings by keyboard, which scrolls the heading alone.
 */
export function useOneTable<Table extends TableElement>(name: string): RefObject<Table | null> {
  const table = useRef<Table>(null);
  useEffect(() => {
    const element = table.current?.nativeElement.querySelector('.ant-table');
    element?.setAttribute('role', 'table');
    element?.setAttribute('aria-label', name);
    const keepWith = (heading: Element): void => {
      const body = element?.querySelector('.ant-table-body');
      if (body !== null && body !== undefined && body.scrollLeft !== heading.scrollLeft) body.scrollLeft = heading.scrollLeft;
    };
    const follow = ({ target }: Event): void => {
      if (target instanceof HTMLElement && target.classList.contains('ant-table-header')) keepWith(target);
    };
    // At once: antd puts the heading back to where its rows are whenever these are measured, which may be before a scroll is told of.
    const reveal = ({ target }: Event): void => {
      const heading = target instanceof HTMLElement ? target.closest('.ant-table-header') : null;
      // A press needs none: what is pressed is in view, and must not move from below the pointer.
      if (heading === null || !(target instanceof HTMLElement) || !target.matches(':focus-visible')) return;
      target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      keepWith(heading);
    };
    // A scroll does not bubble.
    element?.addEventListener('scroll', follow, { capture: true, passive: true });
    element?.addEventListener('focusin', reveal);
    const unwatch = reachByKeyboard(element?.querySelector<HTMLElement>('.ant-table-body'));
    return () => {
      element?.removeEventListener('scroll', follow, { capture: true });
      element?.removeEventListener('focusin', reveal);
      unwatch();
    };
  }, [name]);
  return table;
}
