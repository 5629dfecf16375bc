import type { Locator } from 'vitest/browser';

/** The words of the buttons in a row or a card; icons alone, such as that for copying, have none. */
export const wordsOfButtons = (row: Locator): string[] =>
  row
    .getByRole('button')
    .elements()
    .map(({ textContent }) => textContent ?? '')
    .filter((words) => words !== '');
