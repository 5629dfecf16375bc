import type { Key } from 'react';

/**
 * The rows with these keys, in their order. antd gives undefined for a row that its table has never shown. Of several versions of a row the
 * highest is returned, of equal ones the last.
 */
export function rowsOfKeys<Row extends { id: string; version?: number }>(keys: readonly Key[], known: readonly (Row | undefined)[]): Row[] {
  const ascending = known.filter((row) => row !== undefined).toSorted((one, other) => (one.version ?? 0) - (other.version ?? 0));
  const rows = new Map(ascending.map((row) => [row.id, row]));
  return keys.flatMap((key) => rows.get(String(key)) ?? []);
}
