import type { Fields } from '@back-office/contract/resource/field.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { lazyPart } from '../../platform/timing/lazy-part.ts';
import type { Values } from '../fields/field-kit.ts';
import type { RecordTab } from './record-tab.ts';

const Lines = lazyPart(async () => (await import('./lines.tsx')).Lines);

/** The fields that refer to one record of another resource. */
type ReferenceIn<F extends Fields> = { [Name in keyof F & string]: F[Name] extends { kind: 'reference' } ? Name : never }[keyof F & string];

interface LinesOptions<F extends Fields> {
  /** The tab's label; by default the title of a line. */
  readonly label?: string;
  /** Its position: smaller is further left; 10 by default. */
  readonly order?: number;
  /** The columns; by default those of the lines' list, without the reference to the record. */
  readonly columns?: readonly (keyof F & string)[];
  /** Whether lines of this record may be added, edited and deleted by people with the rights; always when absent. */
  editable?(this: void, row: Values): boolean;
}

/**
 * A tab with the lines of a record, that is, the records of another resource that refer to it by `field`. People with the rights add,
 * edit and delete them in its table. The tab is hidden from people who may not read the lines; roles can be granted that right only if
 * the lines have a menu entry.
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
  const name = resource.name.replace('/', '-');
  return {
    resource: reference.to,
    name,
    label,
    order,
    right: { resource: resource.name, permission: 'read' },
    Tab: ({ resource: of, row }) => <Lines {...{ resource, field, names, of, row }} tab={name} editable={editable?.(row) !== false} />,
  };
}
