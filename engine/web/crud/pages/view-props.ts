import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import type { Action } from '../action.ts';
import type { Values } from '../fields/field-kit.ts';

/** The props as the view's components take them, for any resource. */
export interface ViewProps {
  resource: Resource;
  /** `new` for a new record. */
  id: string;
  actions?: readonly Action<Values>[];
  /** A record that is not editable offers no edit. */
  editable?(this: void, row: Values): boolean;
  /** Whether something beside the form, such as its attachments, would be lost with the input. */
  unsaved?: boolean;
  /** Called with the saved record, which may contain values that the server returns only once. */
  onSaved?(this: void, record: AnyRow): void;
}
