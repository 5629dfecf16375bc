let press: (() => void) | undefined;

/** The action of the shell's button 打印, for other places that offer it: on a phone the bar has no room for the button. */
export const printing = {
  /** Registers the action; returns a function that unregisters it. */
  offer: (action: () => void): (() => void) => {
    press = action;
    return () => {
      if (press === action) press = undefined;
    };
  },
  ask: (): void => (press ?? print)(),
};
