import type { LiveTopic } from '@back-office/contract/calls/live.ts';

/**
 * What a transaction announces to every node. It carries ids only: each node reads what it shows its own sockets from
 * the database, so that no secret travels, and nothing is shown that is not stored.
 */
export type LiveEvent = EndedEvent | NoticeEvent | ChangedEvent;

/** Sessions are over. A trigger on sys_session sends this, so whatever ends a session need not think of it. */
export interface EndedEvent {
  readonly kind: 'ended';
  readonly session: string;
}

/** There is a notice to read, for these users; without `users` for whoever is online. */
export interface NoticeEvent {
  readonly kind: 'notice';
  readonly id: string;
  readonly users?: readonly string[];
}

/** Something that people have loaded is another now. Whom it concerns: the named users, holders of roles, or sessions; else everyone. */
export interface ChangedEvent {
  readonly kind: 'changed';
  readonly topic: LiveTopic;
  readonly resource?: string;
  readonly ids?: readonly string[];
  /** Of a record that was deleted: the columns by which data scopes reach it. */
  readonly stood?: Readonly<Record<string, unknown>> | null;
  readonly users?: readonly string[];
  readonly roles?: readonly string[];
  readonly sessions?: readonly string[];
}
