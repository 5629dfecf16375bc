import type { AnyRow } from '@back-office/contract/resource/row.ts';
import type { WritableRow } from './write-rows.ts';

/** A record as posted. */
export type Posted = Readonly<Record<string, unknown>>;

/** A record that passed its checks: the stored one (none for an insert) and what is to be written. */
export interface Checked extends WritableRow {
  readonly current: AnyRow | undefined;
}
