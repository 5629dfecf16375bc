let chosen: HTMLTableElement | undefined;

/** The table that is printed next in the place of what the page shows; taken once. */
export const chosenTable = {
  set: (table: HTMLTableElement | undefined): void => {
    chosen = table;
  },
  take: (): HTMLTableElement | undefined => {
    const taken = chosen;
    chosen = undefined;
    return taken;
  },
};
