/** Submits the focused form once more, like an Enter that arrives before its button is rendered as busy. */
export const submitAgain = (): void => document.activeElement?.closest('form')?.requestSubmit();
