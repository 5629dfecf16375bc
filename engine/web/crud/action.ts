import type { ReactNode } from 'react';

/**
 * Something more that a screen offers: a custom role of the spec's section 6, with its name, icon and label. `offered` and
 * `run` are methods, so that a page may know the records that it is given.
 */
export interface Action<Subject> {
  /** The permission that it needs. */
  name: string;
  label: string;
  icon?: ReactNode;
  danger?: boolean;
  /** On a view: shown while only reading as well. */
  affix?: boolean;
  /** On a list's toolbar: it does something to the ticked rows, and nothing without one. */
  ofTicked?: boolean;
  /** Whether this one has it; without it all have. Of a list's toolbar the ticked rows are asked about. Asked of a draft too, and of an empty record where a list has no rows. */
  offered?(this: void, subject: Partial<Subject>): boolean;
  /** Of a list's toolbar `untick` leaves no row ticked, for when what was ticked is no longer what it was. */
  run(this: void, subject: Subject, untick?: () => void): void;
}
