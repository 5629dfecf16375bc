import type { ReactNode } from 'react';

/**
 * An extra action on a screen: a custom role of the spec's section 6, with its name, icon and label. `offered` and `run` are
 * methods, so that a page can declare them with the type of its own records.
 */
export interface Action<Subject> {
  /** The permission that it needs. */
  name: string;
  label: string;
  icon?: ReactNode;
  danger?: boolean;
  /** On a view: shown while only reading as well. */
  affix?: boolean;
  /** On a list's toolbar: the action works on the ticked rows, so it is offered only while some are ticked. */
  ofTicked?: boolean;
  /** Whether the subject offers the action; always when absent. A list's toolbar passes the ticked rows. Drafts are passed too, and an empty record for an empty list. */
  offered?(this: void, subject: Partial<Subject>): boolean;
  /** On a list's toolbar, `untick` clears the selection: call it when the action has changed the ticked rows. */
  run(this: void, subject: Subject, untick?: () => void): void;
}
