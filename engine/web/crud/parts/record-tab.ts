import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { DraftOf } from '@back-office/contract/resource/row.ts';
import { createContext, type ReactNode } from 'react';
import type { NeededRight } from '../../platform/session/use-allowed.ts';
import type { Values } from '../fields/field-kit.ts';

/**
 * An additional tab of a record; its content is rendered when it is first opened. `offered` and `Tab` are methods, so that a tab can be
 * declared with the type of its resource's records.
 */
export interface RecordTab<Row = Values> {
  /** The resource whose records have the tab, such as sys/user. */
  readonly resource: string;
  readonly name: string;
  readonly label: string;
  /** Its position: smaller is further left. */
  readonly order: number;
  /** The right needed to see it; by default everybody who sees the record does. */
  readonly right?: NeededRight;
  /** Whether this record has the tab; by default every record. */
  offered?(this: void, row: Row): boolean;
  Tab(this: void, props: { resource: Resource; row: Row }): ReactNode;
}

/**
 * Declares a tab, typed by the records of its resource.
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

/** The names of the engine's own tabs: the details and the history. */
export const ownTabs = ['record', 'history'] as const;

/** How a tab says, by its name, that a form is open in it: it then stays until that is closed, although its right is taken away. */
export const KeepTabContext = createContext<(name: string | undefined) => void>(() => undefined);

let opened: readonly RecordTab[] = [];

/** Registers the features' tabs. Called once, before the first page that shows a record. */
export function openRecordTabs(tabs: readonly RecordTab[]): void {
  opened = tabs;
}

/** The features' tabs for a resource. */
export const tabsBeside = ({ name }: Resource): RecordTab[] => opened.filter(({ resource }) => resource === name);
