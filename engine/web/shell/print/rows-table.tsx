import { fieldOf } from '@back-office/contract/resource/resource.ts';
import { asText } from '../../crud/fields/as-text.ts';
import { FieldValue } from '../../crud/fields/field-value.tsx';
import { columnsIn } from '../../crud/lists/use-list-address.ts';
import type { List } from '../../crud/lists/use-list.ts';
import type { ShownRow } from '../../crud/lists/shown-rows.ts';

/** Rows of a list in its columns, each value as in the list; rendered only for `printTable` to read, and never visible. */
export function RowsTable({ list, rows }: { list: List; rows: readonly ShownRow[] }) {
  const { resource, columns, kind } = list;
  const names = columnsIn(resource, [...columns], kind !== undefined).flatMap(({ name, shown }) => (shown ? [name] : []));
  const below = resource.listOptions?.below;
  return (
    <table>
      <thead>
        <tr>
          {names.map((name) => (
            <th key={name}>{fieldOf(resource, name).label}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([row, level]) => (
          <tr key={row.id} className="ant-table-row">
            {names.map((name, at) => (
              <td key={name}>
                {at === 0 && <span className={`ant-table-row-indent indent-level-${level}`} />}
                <FieldValue resource={resource} name={name} row={row} plain />
                {name === resource.label && below !== undefined && asText(row[below]) !== '' && (
                  <FieldValue resource={resource} name={below} row={row} plain />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
