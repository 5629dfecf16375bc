import type { Locator } from 'vitest/browser';

/** The texts of the buttons in a row or card; icon buttons, such as for copying, have none. */
export const wordsOfButtons = (row: Locator): string[] =>
  row
    .getByRole('button')
    .elements()
    .map(({ textContent }) => textContent ?? '')
    .filter((words) => words !== '');
