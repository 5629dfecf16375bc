import { baseFields, fieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import { Descriptions } from 'antd';
import type { Values } from '../../fields/field-kit.ts';
import { FieldValue } from '../../fields/field-value.tsx';

const wide: readonly string[] = ['longText', 'json'];

/** A record to read: every field that its form or its list names, and who made it. */
export function RecordDetails({ resource, row, column = { xs: 1, md: 2, xl: 3 } }: { resource: Resource; row: Values; column?: number | Record<string, number> }) {
  const names = new Set([...resource.form, ...Object.keys(resource.fields)]);
  const shown = [...names].filter((name) => {
    const { kind } = fieldOf(resource, name);
    return kind !== 'secret' && !(Object.hasOwn(baseFields, name) && row[name] === undefined);
  });
  return (
    <Descriptions
      bordered
      size="small"
      column={column}
      items={shown.map((name) => ({
        key: name,
        label: fieldOf(resource, name).label,
        ...(wide.includes(fieldOf(resource, name).kind) ? { span: 'filled' as const } : {}),
        children: <div style={{ overflowWrap: 'anywhere' }}><FieldValue resource={resource} name={name} row={row} /></div>,
      }))}
    />
  );
}
