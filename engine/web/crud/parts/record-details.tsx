import { baseFields, fieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import { sectionsOf } from '@back-office/contract/resource/sections.ts';
import type { Values } from '../fields/field-kit.ts';
import { asText } from '../fields/as-text.ts';
import { ChangedBanner } from '../../platform/live/changed-banner.tsx';
import { FieldValue } from '../fields/field-value.tsx';
import { CopyButton } from '../../platform/copying/copy-button.tsx';
import { isWideField } from './is-wide-field.ts';
import './list-cell.css';
import './record-details.css';

const unbroken: readonly string[] = ['datetime', 'date'];

/** A record's details: every field but secrets, the form's fields first, then who created it; laid out in the form's columns. */
export function RecordDetails({ resource, row, onGone }: { resource: Resource; row: Values; onGone?: (gone: boolean) => void }) {
  const names = new Set([...resource.form, ...Object.keys(resource.fields)]);
  const shown = [...names].filter((name) => {
    // A record that nobody edits, such as a log entry, has its own field for the time of creation.
    if (Object.hasOwn(baseFields, name)) return row[name] !== undefined && resource.operations.includes('save');
    return fieldOf(resource, name).kind !== 'secret';
  });
  const isCopyable = (name: string): boolean => resource.listOptions?.copy?.includes(name) === true && asText(row[name]) !== '';
  const id = asText(row['id']);
  return (
    <>
      {resource.operations.includes('save') && <ChangedBanner resource={resource.name} base={row} reading onGone={onGone} />}
      {sectionsOf(resource, shown).map(({ title, names: together }) => (
        <section key={title ?? ''} className="record-section">
          {title !== undefined && <h2>{title}</h2>}
          <dl className="record-details">
            {together.map((name) => (
              <div key={name} className={isWideField(resource, name) ? 'record-wide' : ''}>
                <dt>{fieldOf(resource, name).label}</dt>
                <dd className={unbroken.includes(fieldOf(resource, name).kind) ? 'record-unbroken' : ''}>
                  <FieldValue resource={resource} name={name} row={row} />
                  {isCopyable(name) && <CopyButton text={asText(row[name])} />}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      {/* The id by which other programs and the logs refer to it. */}
      {id !== '' && (
        <p className="record-id">
          编号 {id}
          <CopyButton text={id} />
        </p>
      )}
    </>
  );
}
