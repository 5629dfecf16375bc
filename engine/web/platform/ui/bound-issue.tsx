import { unreadBound } from '@back-office/contract/list-texts.ts';
import { createContext, use, useId, useLayoutEffect, useState, type ReactNode } from 'react';
import './bound-issue.css';

interface Form {
  /** The id of what is wrong with a bound, while it is said. */
  issueId: string | undefined;
  count: (change: (unread: number) => number) => void;
}

const FormContext = createContext<Form>({ issueId: undefined, count: () => undefined });

interface Bounds {
  /** What is wrong with a bound, once it was found. */
  issue: string | undefined;
  /** Whether a bound cannot be read, also while it is being typed. */
  anyUnread: boolean;
  count: Form['count'];
  /** Focuses the form's first bound that cannot be read, and says what is wrong with it; false if there is none. */
  findUnread: (form: HTMLFormElement) => boolean;
  clear: () => void;
}

/** The bounds of a filter for this field, which cannot be added while one of them cannot be read: that one would be left out. */
export function useBounds(field: Parameters<typeof unreadBound>[0] | undefined): Bounds {
  const [issue, setIssue] = useState<string>();
  const [unreadCount, count] = useState(0);
  const findUnread = (form: HTMLFormElement): boolean => {
    const unread = form.querySelector<HTMLElement>('[aria-invalid=true], [data-unread=true]');
    unread?.focus();
    if (unread !== null) setIssue(field && unreadBound(field));
    return unread !== null;
  };
  return { issue, anyUnread: unreadCount > 0, count, findUnread, clear: () => setIssue(undefined) };
}

/** Tells the form of a bound whether its text cannot be read; returns the id of what is wrong with it, while that is said. */
export function useUnread(isUnread: boolean): string | undefined {
  const { issueId, count } = use(FormContext);
  useLayoutEffect(() => {
    if (!isUnread) return;
    count((unread) => unread + 1);
    return () => count((unread) => unread - 1);
  }, [isUnread, count]);
  return isUnread ? issueId : undefined;
}

/** The bounds of a filter, and below them what is wrong with one. */
export function BoundIssue({ bounds: { issue, count }, children }: { bounds: Bounds; children: ReactNode }) {
  const id = useId();
  return (
    <FormContext value={{ issueId: issue === undefined ? undefined : id, count }}>
      {children}
      <div id={id} role="alert" className="bound-issue">
        {issue}
      </div>
    </FormContext>
  );
}
