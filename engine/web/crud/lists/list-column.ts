import { recordIn } from '@back-office/contract/record-in.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';

/** A column as a person configured it. */
export interface ListColumn {
  name: string;
  shown: boolean;
  /** In pixels; the declared width when undefined. */
  width?: number;
  /** Stays at the left while the others scroll; when undefined, only the column that names the record does. */
  pinned?: boolean;
}

export const columnWidth = { min: 60, max: 800, usual: 150 } as const;

/** A width clamped to the allowed range. */
export const widthWithin = (width: number): number => Math.round(Math.min(columnWidth.max, Math.max(columnWidth.min, width)));

/** Whether a column stays at the left while the others scroll. */
export const isPinned = ({ label }: Resource, { name, pinned }: ListColumn): boolean => pinned ?? name === label;

/** All columns as declared, in their order. */
export const declaredColumns = ({ list, listOptions }: Resource): ListColumn[] =>
  list.map((name) => ({ name, shown: listOptions?.hidden?.includes(name) !== true }));

/**
 * Reads a person's saved columns. Columns that the resource no longer has are dropped; new ones are shown behind the column
 * declared before them. A table always keeps at least one column.
 */
export function readColumns(resource: Resource, kept: unknown): ListColumn[] {
  const items: unknown[] = Array.isArray(kept) ? kept : [];
  const known = items.flatMap((item) => columnOf(resource, item));
  const columns = known.filter(({ name }, at) => known.findIndex((other) => other.name === name) === at);
  for (const [at, declared] of declaredColumns(resource).entries()) {
    if (columns.some(({ name }) => name === declared.name)) continue;
    const before = columns.findIndex(({ name }) => name === resource.list[at - 1]);
    columns.splice(before + 1, 0, declared);
  }
  return columns.some(({ shown }) => shown) ? columns : columns.map((column) => ({ ...column, shown: true }));
}

function columnOf(resource: Resource, item: unknown): ListColumn[] {
  const { name, hidden, width, pinned } = recordIn(item);
  if (typeof name !== 'string' || !resource.list.includes(name)) return [];
  return [
    {
      name,
      shown: hidden !== true,
      ...(typeof width === 'number' && Number.isFinite(width) ? { width: widthWithin(width) } : {}),
      ...(typeof pinned === 'boolean' ? { pinned } : {}),
    },
  ];
}

/** The value to save for a person's columns; undefined if they equal the declaration. */
export function columnsToKeep(resource: Resource, columns: readonly ListColumn[]): unknown {
  const declared = declaredColumns(resource);
  const equalsDeclared = columns.every(
    (column, at) => column.name === declared[at]?.name && column.shown === declared[at].shown && !isAltered(column),
  );
  if (equalsDeclared) return undefined;
  return columns.map(({ name, shown, width, pinned }) => ({
    name,
    ...(shown ? {} : { hidden: true }),
    ...(width === undefined ? {} : { width }),
    ...(pinned === undefined ? {} : { pinned }),
  }));
}

const isAltered = ({ width, pinned }: ListColumn): boolean => width !== undefined || pinned !== undefined;

/** The names of the columns that are shown, in order. */
export const shownNames = (columns: readonly ListColumn[]): string[] => columns.filter(({ shown }) => shown).map(({ name }) => name);

/** The columns, of which exactly those named in an address are shown, in its order. */
export function withShownColumns(columns: readonly ListColumn[], names: readonly string[]): ListColumn[] {
  const named = names.flatMap((name) => columns.filter((column) => column.name === name));
  const others = columns.filter(({ name }) => !names.includes(name));
  return [...named.map((column) => ({ ...column, shown: true })), ...others.map((column) => ({ ...column, shown: false }))];
}

/** Whether these are the default columns, shown to people who have not chosen any. */
export const isDeclared = (resource: Resource, names: readonly string[]): boolean =>
  names.join() === shownNames(declaredColumns(resource)).join();

/** Moves a column to another place. */
export function moved(columns: readonly ListColumn[], name: string, to: number): ListColumn[] {
  const from = columns.findIndex((column) => column.name === name);
  const column = columns[from];
  if (column === undefined || to < 0 || to >= columns.length) return [...columns];
  return columns.toSpliced(from, 1).toSpliced(to, 0, column);
}
