import { createContext } from 'react';

/** How the rows of a list open their records beside it. */
interface OpenRows {
  /** The id of the record that is open. */
  current: string | undefined;
  hrefOf: (id: string) => string;
  open: (id: string) => void;
}

/** Without a value, rows do not open records. */
export const OpenedContext = createContext<OpenRows | undefined>(undefined);
