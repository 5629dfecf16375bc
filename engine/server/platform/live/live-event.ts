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
  /** For a deleted record: the columns that data scopes depend on. */
  readonly stood?: Readonly<Record<string, unknown>> | null;
  readonly users?: readonly string[];
  readonly roles?: readonly string[];
  readonly sessions?: readonly string[];
}
