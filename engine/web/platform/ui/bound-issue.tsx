import { unreadBound } from '@back-office/contract/list-texts.ts';
import { createContext, useId, useState, type ReactNode } from 'react';

/** The id of what is wrong with a bound, while it is said: bounds that cannot be read are described by it. */
export const BoundIssueId = createContext<string | undefined>(undefined);

interface Bounds {
  /** What is wrong with a bound, once it was found. */
  issue: string | undefined;
  /** Focuses the form's first bound that cannot be read, and says what is wrong with it; false if there is none. */
  findUnread: (form: HTMLFormElement) => boolean;
  clear: () => void;
}

/** The bounds of a filter for this field, which cannot be added while one of them cannot be read: that one would be left out. */
export function useBounds(field: Parameters<typeof unreadBound>[0] | undefined): Bounds {
  const [issue, setIssue] = useState<string>();
  const findUnread = (form: HTMLFormElement): boolean => {
    const unread = form.querySelector<HTMLElement>('[aria-invalid=true]');
    unread?.focus();
    if (unread !== null) setIssue(field && unreadBound(field));
    return unread !== null;
  };
  return { issue, findUnread, clear: () => setIssue(undefined) };
}

/** The bounds of a filter, and below them what is wrong with one. */
export function BoundIssue({ words, children }: { words: string | undefined; children: ReactNode }) {
  const id = useId();
  return (
    <BoundIssueId value={words === undefined ? undefined : id}>
      {children}
      <div id={id} role="alert">
        {words}
      </div>
    </BoundIssueId>
  );
}
