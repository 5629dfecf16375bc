import { fieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import { resolveCell } from './cells.tsx';
import type { Values } from './field-kit.ts';
import { isEmpty } from './is-empty.ts';

const soft = { color: 'var(--text-soft)' };

/**
 * Shows a value of a record; a dash if it is empty.
 * @example
 * export const State = ({ row }: { row: Values }) => <FieldValue resource={org} name="orgStatus" row={row} />;
 */
export function FieldValue({ resource, name, row, plain = false }: { resource: Resource; name: string; row: Values; plain?: boolean }) {
  const field = fieldOf(resource, name);
  const value = row[name];
  if (isEmpty(value)) return <span style={soft}>—</span>;
  const { Cell } = resolveCell(resource, name);
  return <Cell resource={resource} field={field} name={name} value={value} row={row} plain={plain} />;
}
