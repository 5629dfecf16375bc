/** What counts as input of a person in a window. */
export const inputs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'input', 'click'] as const;
