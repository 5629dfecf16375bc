import { useState } from 'react';

/**
 * What is asked for, such as the id of a record to edit, if that is allowed now, or was when it was opened: a right that is taken
 * away, or a record that stops being editable, closes no form, which holds what was typed. Undefined if nothing is open.
 */
export function useKeptOpen(asked: string | undefined, allowed: boolean): string | undefined {
  const [opened, setOpened] = useState<string>();
  const open = allowed || opened === asked ? asked : undefined;
  if (opened !== open) setOpened(open);
  return open;
}
