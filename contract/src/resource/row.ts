/** A record of any resource as it travels: a field without a value is null. */
export interface AnyRow {
  id: string;
  version: number;
  [name: string]: unknown;
}
