import { fieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { useContext, type MouseEvent, type ReactNode } from 'react';
import { asText } from '../fields/as-text.ts';
import { OpenedContext } from '../hooks/opened-context.ts';

interface RecordLinkProps {
  resource: Resource;
  /** The field that is shown: the one by which a record is known leads to it. */
  name: string;
  row: AnyRow;
  children: ReactNode;
}

/** What a row is known by, as the link that opens the record beside the list; another key or button of the mouse opens it in a window of its own. */
export function RecordLink({ resource, name, row, children }: RecordLinkProps) {
  const opened = useContext(OpenedContext);
  if (opened === undefined || name !== resource.label) return children;
  const press = (event: MouseEvent): void => {
    // What a cell offers by itself, such as 重试 after a fault, is no way to the record.
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
