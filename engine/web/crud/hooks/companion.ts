import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { createContext } from 'react';
import type { Values } from '../fields/field-kit.ts';

/** What a page saves together with a record's form, in one call: both are stored, or neither is. */
export interface Companion {
  /** True while there is something of it to save. */
  readonly changed: boolean;
  /** Asks before anything is sent; false for going back. */
  readonly confirm: () => Promise<boolean>;
  /** Sends it with the values that the form writes, undefined where none has changed, and gives the record as it is stored. */
  readonly send: (values: Values | undefined) => Promise<AnyRow | undefined>;
}

export const CompanionContext = createContext<Companion | undefined>(undefined);
