import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { createContext } from 'react';
import type { Values } from '../fields/field-kit.ts';

/** Further data that a page saves together with a record's form, in one call: both are stored, or neither is. */
export interface Companion {
  /** True while it has unsaved changes. */
  readonly changed: boolean;
  /** Asks for confirmation before anything is sent; false cancels the save. */
  readonly confirm: () => Promise<boolean>;
  /** Sends it together with the form's values (undefined when none has changed), and returns the stored record. */
  readonly send: (values: Values | undefined) => Promise<AnyRow | undefined>;
}

export const CompanionContext = createContext<Companion | undefined>(undefined);
