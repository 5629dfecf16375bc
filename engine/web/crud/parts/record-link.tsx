import { fieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { useContext, type MouseEvent, type ReactNode } from 'react';
import { asText } from '../fields/as-text.ts';
import { OpenedContext } from '../hooks/opened-context.ts';

interface RecordLinkProps {
  resource: Resource;
  /** The field that is shown; only the resource's label field links to the record. */
  name: string;
  row: AnyRow;
  children: ReactNode;
}

/** A row's name as a link that opens the record beside the list; with a modifier key or the middle button it opens in a new window. */
export function RecordLink({ resource, name, row, children }: RecordLinkProps) {
  const opened = useContext(OpenedContext);
  if (opened === undefined || name !== resource.label) return children;
  const press = (event: MouseEvent): void => {
    // A button inside the cell, such as 重试 after a fault, does not open the record.
    if (event.target instanceof Element && event.target.closest('button') !== null) return event.preventDefault();
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    event.stopPropagation();
    opened.open(row.id);
  };
  const nameless = asText(row[name]) === '';
  return (
    <a
      className="record-link"
      href={opened.hrefOf(row.id)}
      data-record={row.id}
      aria-current={opened.current === row.id ? 'true' : undefined}
      aria-label={nameless ? `没有${fieldOf(resource, name).label}的${resource.title}` : undefined}
      onClick={press}
    >
      {children}
    </a>
  );
}
