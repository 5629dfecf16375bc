import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import type { Action } from '../action.ts';
import type { Values } from '../fields/field-kit.ts';

/** As the parts of the view take them, whatever the resource. */
export interface ViewProps {
  resource: Resource;
  /** `new` for a record to be. */
  id: string;
  actions?: readonly Action<Values>[];
  /** A record that is not editable offers no edit. */
  editable?(this: void, row: Values): boolean;
  /** Told of the saved record, which holds what is answered only once. */
  onSaved?(this: void, record: AnyRow): void;
}
