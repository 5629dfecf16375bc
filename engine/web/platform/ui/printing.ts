let press: (() => void) | undefined;

/** The shell's button 打印, for what stands elsewhere and does the same: on a phone the bar has no room for it. */
export const printing = {
  /** Says what a press does; gives a function that takes it back. */
  offer: (action: () => void): (() => void) => {
    press = action;
    return () => {
      if (press === action) press = undefined;
    };
  },
  ask: (): void => (press ?? print)(),
};
