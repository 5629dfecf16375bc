/** What counts as input of a person in this window. */
export const inputs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'input', 'click'] as const;

// Opening the page counts too.
let given = 1;
let reported = 0;

/**
 * Tells input of a person from what the page does by itself: a call prolongs the session only if there was input since the last answer to a call
 * that did, so that a window that refreshes by itself does not keep an abandoned session open.
 */
export const attendance = {
  noteInput: (): void => {
    given += 1;
  },
  /** Whether there was input that no call has reported; returns how to say that one has. */
  unreported: (): (() => void) | undefined => {
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
