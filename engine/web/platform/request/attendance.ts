import { inputs } from './inputs.ts';

// Opening the page counts too.
let given = 1;
let reported = 0;
const listeners = new Set<() => void>();

/** Whether the focus is in the viewer of another site (`data-viewer`), whose input no page but its own is told of. */
const isInViewer = (): boolean =>
  typeof document !== 'undefined' && document.hasFocus() && document.activeElement?.hasAttribute('data-viewer') === true;

/**
 * Tells input of a person from what the page does by itself: a call prolongs the session only if there was input since the last answer to a call
 * that did, so that a window that refreshes by itself does not keep an abandoned session open.
 */
export const attendance = {
  /** To be called for input in a frame; that in the window itself is heard. */
  noteInput: (): void => {
    given += 1;
    for (const listener of listeners) listener();
  },
  /** Calls `listener` at each input; returns a function that stops it. */
  listen: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  /** Whether there was input that no call has reported; returns how to say that one has. */
  unreported: (): (() => void) | undefined => {
    if (isInViewer()) given += 1;
    const upTo = given;
    if (upTo <= reported) return undefined;
    return () => {
      reported = Math.max(reported, upTo);
    };
  },
};

if (typeof document !== 'undefined') {
  for (const name of inputs)
    addEventListener(name, ({ isTrusted }) => (isTrusted ? attendance.noteInput() : undefined), { capture: true, passive: true });
}
