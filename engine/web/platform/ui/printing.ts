let printAction: (() => void) | undefined;

/** The action of the shell's button 打印, for other places that offer it: on a phone the bar has no room for the button. */
export const printing = {
  /** Registers the action; returns a function that unregisters it. */
  register: (action: () => void): (() => void) => {
    printAction = action;
    return () => {
      if (printAction === action) printAction = undefined;
    };
  },
  start: (): void => (printAction ?? print)(),
};
