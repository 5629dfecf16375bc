import type { ComponentType } from 'react';
import type { Cells } from '../../crud/fields/cells.tsx';
import type { RecordTab } from '../../crud/parts/record-tab.ts';

/** A feature's pages that differ from the generic ones, and its parts of other features' pages. Fetched with the first page. */
export interface WebFeature {
  readonly name: string;
  /** Pages in the place of the pattern's, by component key such as sys/user/list. */
  readonly pages?: Readonly<Record<string, ComponentType>>;
  /** How fields are shown, typed in or searched by, wherever they are: by resource and field, such as `sys/user.userPassword`. */
  readonly cells?: Cells;
  /** Further tabs beside records. */
  readonly recordTabs?: readonly RecordTab[];
}
