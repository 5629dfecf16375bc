import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { DraftOf } from '@back-office/contract/resource/row.ts';
import type { ReactNode } from 'react';
import type { NeededRight } from '../../platform/session/use-allowed.ts';
import type { Values } from '../fields/field-kit.ts';

/**
 * One more thing to see of a record, beside what it holds; its content is made when it is first opened. `offered` and `Tab` are methods, so that a
 * tab may know the records of its resource.
 */
export interface RecordTab<Row = Values> {
  /** The resource at whose records it stands, such as sys/user. */
  readonly resource: string;
  readonly name: string;
  readonly label: string;
  /** Its place: the smaller stands further left. */
  readonly order: number;
  /** Who has it; whoever sees the record when absent. */
  readonly right?: NeededRight;
  /** Whether this record has it; without it all have. */
  offered?(this: void, row: Row): boolean;
  Tab(this: void, props: { resource: Resource; row: Row }): ReactNode;
}

/**
 * A tab at the records of a resource, which it knows.
 *
 * @example
 * export const badgesTab = recordTab(user, {
 *   name: 'acme-badges',
 *   label: '工牌',
 *   order: 15,
 *   right: { resource: 'sys/user', permission: 'read' },
 *   Tab: ({ row }) => <p>{row.userName}</p>,
 * });
 */
export const recordTab = <R extends Resource>(resource: R, tab: Omit<RecordTab<DraftOf<R>>, 'resource'>): RecordTab => ({
  resource: resource.name,
  ...tab,
});

/** The names of the engine's own tabs: the record itself, and what became of it. */
export const ownTabs = ['record', 'history'] as const;

let opened: readonly RecordTab[] = [];

/** Says which further tabs there are. Called once, before the first page that shows a record. */
export function openRecordTabs(tabs: readonly RecordTab[]): void {
  opened = tabs;
}

/** What features put beside the records of a resource. */
export const tabsBeside = ({ name }: Resource): RecordTab[] => opened.filter(({ resource }) => resource === name);
