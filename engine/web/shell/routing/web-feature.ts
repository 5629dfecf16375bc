import type { ComponentType } from 'react';
import type { Cells } from '../../crud/fields/cells.tsx';
import type { RecordTab } from '../../crud/parts/record-tab.ts';

/** A feature's pages that differ from the generic ones, and its parts of other features' pages. Fetched with the first page. */
export interface WebFeature {
  readonly name: string;
  /** Pages instead of the generic ones, by component key such as sys/user/list. */
  readonly pages?: Readonly<Record<string, ComponentType>>;
  /** Overrides of how fields are shown, edited or filtered, wherever they are: by resource and field, such as `sys/user.userPassword`. */
  readonly cells?: Cells;
  /** Additional tabs of records. */
  readonly recordTabs?: readonly RecordTab[];
}
