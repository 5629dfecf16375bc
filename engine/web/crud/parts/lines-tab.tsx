import type { Fields } from '@back-office/contract/resource/field.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { lazyPart } from '../../platform/ui/lazy-part.ts';
import type { Values } from '../fields/field-kit.ts';
import type { RecordTab } from './record-tab.ts';

const Lines = lazyPart(async () => (await import('./lines.tsx')).Lines);

/** The fields that refer to one record of another resource. */
type ReferenceIn<F extends Fields> = { [Name in keyof F & string]: F[Name] extends { kind: 'reference' } ? Name : never }[keyof F & string];

interface LinesOptions<F extends Fields> {
  /** What the tab is called; the title of a line when absent. */
  readonly label?: string;
  /** Its place: the smaller stands further left; 10 when absent. */
  readonly order?: number;
  /** The columns; those of the line's list but the record itself when absent. */
  readonly columns?: readonly (keyof F & string)[];
  /** Whether lines of this record may be added, edited and deleted; always when absent, by whoever has the rights to. */
  editable?(this: void, row: Values): boolean;
}

/**
 * A tab that holds the lines of a record: the records of another resource that refer to it by `field`, as a table in which who has the
 * rights adds, edits and deletes them. Who may not read the lines does not have it; a role is granted that where the lines have a menu
 * entry of their own.
 * @example
 * const recordTabs = [linesTab(agreementLine, 'acmeAgreementId', { label: '明细', editable: (row) => row['agreementState'] === '草稿' })];
 * export const pages: readonly WebFeature[] = [{ name: 'agreements', recordTabs }];
 */
export function linesTab<R extends Resource>(
  resource: R,
  field: ReferenceIn<R['fields']>,
  { label = resource.title, order = 10, columns, editable }: LinesOptions<R['fields']> = {},
): RecordTab {
  const { [field]: reference } = resource.fields;
  if (reference?.kind !== 'reference') throw new Error(`${resource.name}.${field} refers to no record: it has no lines.`);
  const names = columns ?? resource.list.filter((name) => name !== field);
  return {
    resource: reference.to,
    name: resource.name.replace('/', '-'),
    label,
    order,
    right: { resource: resource.name, permission: 'read' },
    Tab: ({ resource: of, row }) => (
      <Lines resource={resource} field={field} names={names} of={of} row={row} editable={editable?.(row) !== false} />
    ),
  };
}
