import type { LiveTopic } from '@back-office/contract/calls/live.ts';

/**
 * An event that a transaction announces to every node. It contains ids only: each node reads what it shows its own
 * sockets from the database, so that no secret travels, and nothing is shown that is not stored.
 */
export type LiveEvent = EndedEvent | NoticeEvent | ChangedEvent;

/** Sessions have ended. A trigger on sys_session sends this, so code that ends a session need not. */
export interface EndedEvent {
  readonly kind: 'ended';
  readonly session: string;
}

/** There is a notice to read, for these users; without `users`, for everybody online. */
export interface NoticeEvent {
  readonly kind: 'notice';
  readonly id: string;
  readonly users?: readonly string[];
}

/** Data that people have loaded has changed. It concerns the named users, holders of roles, or sessions; otherwise everyone. */
export interface ChangedEvent {
  readonly kind: 'changed';
  readonly topic: LiveTopic;
  readonly resource?: string;
  readonly ids?: readonly string[];
  /** For a deleted record. */
  readonly stood?: Stood | null;
  readonly users?: readonly string[];
  readonly roles?: readonly string[];
  readonly sessions?: readonly string[];
}

/** What decides, after the deletion of a record, which data scopes reached it: the columns of its row that scopes depend on. */
export interface Stood extends Readonly<Record<string, unknown>> {
  /** Its organisation, followed by those above it, which may be gone from the tree. No column has a capital letter in its name. */
  readonly orgsAbove?: readonly string[];
}
