import type { MenuIconName } from '@back-office/contract/office/menu-icon-name.ts';
import type { WaitingAddress } from '@back-office/contract/calls/waiting.ts';
import type { Grant } from '../platform/http/right.ts';
import type { Context } from '../crud/context.ts';

interface Named {
  readonly name: string;
  /** What waits, such as 待审核的注册. */
  readonly title: string;
  readonly icon: MenuIconName;
  /** Its place on the first page: the smaller stands further left. */
  readonly order: number;
  /** Something is wrong, rather than to be done. */
  readonly trouble?: boolean;
}

/** Records that wait: as many as the list shows that it opens, to whoever may read that list. */
export interface WaitingRecords extends Named {
  readonly resource: string;
  /** What somebody may do with them, beside reading: those who may not are not waited for. */
  readonly permission?: string;
  /** Filters of the list, such as `['eq', 'userStatus:待审核']`. */
  readonly where: readonly (readonly ['like' | 'eq' | 'ge' | 'le', string])[];
  /** Only those of the last days, by the time in this field. */
  readonly lately?: { readonly field: string; readonly days: number };
}

/** What a filter of a list cannot say; `find` counts nothing that the person may not see there. */
export interface WaitingFound extends Named {
  readonly right?: Grant;
  readonly find: (context: Context) => Promise<{ readonly count: number; readonly opens: WaitingAddress } | undefined>;
}

/**
 * Something that waits for people, first on their first page.
 * @example
 * export const unsigned: Waiting = {
 *   name: 'acme-unsigned',
 *   title: '待签的合同',
 *   icon: 'file',
 *   order: 15,
 *   resource: 'acme/agreement',
 *   permission: 'edit',
 *   where: [['eq', 'agreementStatus:待签']],
 * };
 */
export type Waiting = WaitingRecords | WaitingFound;
