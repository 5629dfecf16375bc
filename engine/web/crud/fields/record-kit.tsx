import { withinOf } from '@back-office/contract/resource/field.ts';
import { parentFieldOf } from '@back-office/contract/resource/resource.ts';
import { Checkbox, Form } from 'antd';
import { useState } from 'react';
import { ariaOf } from './aria-of.ts';
import { asText } from './as-text.ts';
import { anyOf, conditionOf } from './conditions.ts';
import type { FilterProps, InputKit, InputProps } from './field-kit.ts';
import { textsIn, namesIn } from './kind-cells.tsx';
import { FlatSelect } from './flat-select.tsx';
import { NestedSelect } from './nested-select.tsx';
import type { SelectProps } from './select-props.tsx';
import { type RecordField, targetOf } from './target-of.ts';

const none: ReadonlyMap<string, string> = new Map();

/** Chooses records by name; those of a tree resource from the tree. */
const RecordSelect = (props: SelectProps) =>
  parentFieldOf(props.target) === undefined ? <FlatSelect {...props} /> : <NestedSelect {...props} />;

/** Makes the inputs of a kind whose value is the id of another record, or a list of them. */
export function recordKit<F extends RecordField>(count: 'one' | 'several'): InputKit<F> {
  const multiple = count === 'several';
  function Input({ resource, field, name, row, id, value, onChange, onBlur, ...rest }: InputProps<F>) {
    const shared = withinOf(field);
    const watched: unknown = Form.useWatch(shared ?? '', Form.useFormInstance());
    // `watched` is undefined until the form is rendered, and null once the field is cleared.
    const sharedId = asText(watched === undefined ? row[shared ?? ''] : watched);
    return (
      <RecordSelect
        target={targetOf(field, resource)}
        chosen={textsIn(value)}
        names={namesIn(row, name)}
        multiple={multiple}
        label={field.label}
        id={id}
        aria={ariaOf(rest)}
        within={shared === undefined ? undefined : { field: shared, id: sharedId }}
        without={field.kind === 'parent' ? asText(row['id']) : undefined}
        onChange={(ids) => onChange?.(multiple ? ids : (ids[0] ?? null))}
        onBlur={onBlur}
      />
    );
  }
  function Filter({ resource, field, conditions, onChange }: FilterProps<F>) {
    const [below, setBelow] = useState(conditions[0]?.op === 'under');
    const target = targetOf(field, resource);
    const picked = conditions.map(({ value }) => value);
    // The server joins conditions of `under` by AND: there is one.
    const ask = (ids: string[], under = below): void => onChange(under ? conditionOf('under', ids.at(-1)) : anyOf(ids));
    const select = (
      <RecordSelect target={target} chosen={picked} names={none} multiple={!below} label={field.label} onChange={(ids) => ask(ids)} />
    );
    if (field.kind !== 'reference' || parentFieldOf(target) === undefined) return select;
    return (
      <>
        {select}
        <Checkbox
          checked={below}
          onChange={({ target: box }) => {
            setBelow(box.checked);
            ask(picked, box.checked);
          }}
        >
          含下级
        </Checkbox>
      </>
    );
  }
  return { Input, Filter };
}
