import type { Key } from 'react';

/** The rows with these keys, in their order. antd gives undefined for a row that its table has never shown; a later row replaces an earlier one. */
export function rowsOfKeys<Row extends { id: string }>(keys: readonly Key[], known: readonly (Row | undefined)[]): Row[] {
  const rows = new Map(known.flatMap((row) => (row === undefined ? [] : [[row.id, row]])));
  return keys.flatMap((key) => rows.get(String(key)) ?? []);
}
