import type { KeyboardEvent } from 'react';

/** Enter in a picker takes what was typed into it; it saves the form around it only where the picker has that already, as `shown`. */
export const enterTakes =
  (shown: string | undefined) =>
  (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement && event.target.value !== (shown ?? '')) event.preventDefault();
  };
