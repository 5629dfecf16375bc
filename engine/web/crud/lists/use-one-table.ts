import { useEffect, useRef, type RefObject } from 'react';

/** What is used of antd's table by its reference. */
interface TableElement {
  nativeElement: HTMLElement;
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
    const follow = ({ target }: Event): void => {
      if (!(target instanceof HTMLElement) || !target.classList.contains('ant-table-header')) return;
      const body = element?.querySelector('.ant-table-body');
      if (body !== null && body !== undefined && body.scrollLeft !== target.scrollLeft) body.scrollLeft = target.scrollLeft;
    };
    // A scroll does not bubble.
    element?.addEventListener('scroll', follow, { capture: true, passive: true });
    return () => element?.removeEventListener('scroll', follow, { capture: true });
  }, [name]);
  return table;
}
