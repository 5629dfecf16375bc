let chosen: HTMLTableElement | undefined;

/** The table to print next instead of the page's content; used once. */
export const chosenTable = {
  set: (table: HTMLTableElement | undefined): void => {
    chosen = table;
  },
  consume: (): HTMLTableElement | undefined => {
    const taken = chosen;
    chosen = undefined;
    return taken;
  },
};
