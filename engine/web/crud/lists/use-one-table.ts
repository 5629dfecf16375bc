import { useEffect, useRef, type RefObject } from 'react';

/** The part of antd's table ref that is used here. */
interface TableElement {
  nativeElement: HTMLElement;
}

/** Makes the rows focusable by Tab, so that arrow keys can scroll them, while they are wider than their container. */
function reachByKeyboard(body: HTMLElement | null | undefined): () => void {
  if (body === null || body === undefined) return () => undefined;
  // A focusable element inside a table must be a rowgroup.
  body.setAttribute('role', 'rowgroup');
  const watch = new ResizeObserver(() => {
    if (body.scrollWidth > body.clientWidth) body.tabIndex = 0;
    else body.removeAttribute('tabindex');
  });
  for (const element of [body, ...body.children]) watch.observe(element);
  return () => watch.disconnect();
}

/**
 * Joins the two tables that antd renders for a sticky header: for screen readers, under this name, and for keyboard users, whose
 * focus in the header would otherwise scroll only the header.
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
    // Synchronously: antd scrolls the header back to its rows whenever it measures them, which may happen before the scroll event.
    const reveal = ({ target }: Event): void => {
      const heading = target instanceof HTMLElement ? target.closest('.ant-table-header') : null;
      // Not for clicks: a clicked header is in view, and must not move away from under the pointer.
      if (heading === null || !(target instanceof HTMLElement) || !target.matches(':focus-visible')) return;
      target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      keepWith(heading);
    };
    // Scroll events do not bubble, hence `capture`.
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
