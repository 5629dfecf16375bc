import { baseFields, fieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import { sectionsOf } from '@back-office/contract/resource/sections.ts';
import { Descriptions } from 'antd';
import type { Values } from '../fields/field-kit.ts';
import { asText } from '../fields/as-text.ts';
import { FieldValue } from '../fields/field-value.tsx';
import { CopyButton } from './copy-button.tsx';
import './list-cell.css';

const wide: readonly string[] = ['longText', 'json'];
const unbroken: readonly string[] = ['datetime', 'date'];
const isWide = (resource: Resource, name: string | undefined): boolean => name !== undefined && wide.includes(fieldOf(resource, name).kind);

/** A record to read: every field but secrets, those of the form first, then who made it. */
export function RecordDetails({
  resource,
  row,
  column = { xs: 1, md: 2, xl: 3 },
}: {
  resource: Resource;
  row: Values;
  column?: number | Record<string, number>;
}) {
  const names = new Set([...resource.form, ...Object.keys(resource.fields)]);
  const shown = [...names].filter((name) => {
    // Of a record that nobody writes, its own fields say when it came about.
    if (Object.hasOwn(baseFields, name)) return row[name] !== undefined && resource.operations.includes('save');
    return fieldOf(resource, name).kind !== 'secret';
  });
  const copied = (name: string): boolean => resource.listOptions?.copy?.includes(name) === true && asText(row[name]) !== '';
  const id = asText(row['id']);
  const sections = sectionsOf(resource, shown).map(({ title, names: together }) => (
    <Descriptions
      key={title ?? ''}
      title={title !== undefined && <h2>{title}</h2>}
      className="record-section"
      bordered
      size="small"
      column={column}
      styles={{ label: { whiteSpace: 'nowrap', width: 128 } }}
      items={together.map((name, at) => ({
        key: name,
        label: fieldOf(resource, name).label,
        // What is long has a row of its own, so what stands before it ends its row.
        ...(isWide(resource, name) || isWide(resource, together[at + 1]) ? { span: 'filled' as const } : {}),
        children: (
          <div style={unbroken.includes(fieldOf(resource, name).kind) ? { whiteSpace: 'nowrap' } : { overflowWrap: 'anywhere' }}>
            <FieldValue resource={resource} name={name} row={row} />
            {copied(name) && <CopyButton text={asText(row[name])} />}
          </div>
        ),
      }))}
    />
  ));
  return (
    <>
      {sections}
      {/* By which other programs and the logs know it. */}
      {id !== '' && (
        <p className="record-id">
          编号 {id}
          <CopyButton text={id} />
        </p>
      )}
    </>
  );
}
