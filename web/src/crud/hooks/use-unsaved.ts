import { useDirty } from '../../tabs/use-dirty.ts';

/** Marks the page's tab while it holds changes that are not saved: it is not closed, and not let go, without a question. */
export function useUnsaved(changed: boolean): void {
  useDirty(changed);
}
