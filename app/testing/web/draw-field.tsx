import type { Field } from '@back-office/contract/resource/field.ts';
import { fieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import type { FormInstance } from 'antd';
import { createRef, useState } from 'react';
import type { Condition, FieldKit, Values } from '@back-office/web/crud/fields/field-kit.ts';
import { kitOf } from '@back-office/web/crud/fields/kit-of.ts';
import { FieldValue } from '@back-office/web/crud/fields/field-value.tsx';
import { draw, type Drawn } from './draw.tsx';
import { FieldForm } from '@back-office/web/testing/field-form.tsx';
import { sampleOf } from '@back-office/web/testing/sample.ts';

interface DrawnInput extends Drawn {
  held: () => unknown;
  set: (values: Values) => void;
}

interface DrawnFilter extends Drawn {
  asked: () => readonly Condition[];
}

/** Draws the cell of a field as a list does; with `plain` as a place with colours of its own does. */
export const drawCell = (
  field: Field,
  value: unknown,
  { row = {}, plain = false }: { row?: Values; plain?: boolean } = {},
): Promise<Drawn> =>
  draw(
    <div role="group" aria-label="cell">
      <FieldValue resource={sampleOf(field)} name="one" row={{ one: value, ...row }} plain={plain} />
    </div>,
  );

/** Draws the input of a field in a form, as that of a record, with an issue if given; `held` returns the form's values, `set` changes one from outside. */
export async function drawInput(field: Field, { row = {}, issue }: { row?: Values; issue?: string } = {}): Promise<DrawnInput> {
  const form = createRef<FormInstance<Values>>();
  const screen = await draw(<FieldForm one={field} row={row} form={form} />);
  if (issue !== undefined) form.current?.setFields([{ name: 'one', errors: [issue] }]);
  const held = (): unknown => form.current?.getFieldValue('one') as unknown;
  return { ...screen, held, set: (values: Values) => form.current?.setFieldsValue(values) };
}

/** Draws the filter of a field; `asked` returns its current conditions. */
export async function drawFilter(field: Field): Promise<DrawnFilter> {
  const resource = sampleOf(field);
  const { Filter } = kitOf(field);
  if (Filter === undefined) throw new Error(`A ${field.kind} has no filter`);
  const given = { asked: [] as readonly Condition[] };
  const screen = await draw(<FilterOf resource={resource} Filter={Filter} onAsk={(asked) => Object.assign(given, { asked })} />);
  return { ...screen, asked: () => given.asked };
}

interface FilterOfProps {
  resource: Resource;
  Filter: NonNullable<FieldKit['Filter']>;
  onAsk: (conditions: readonly Condition[]) => void;
}

function FilterOf({ resource, Filter, onAsk }: FilterOfProps) {
  const [conditions, setConditions] = useState<readonly Condition[]>([]);
  const change = (next: Condition[]): void => {
    setConditions(next);
    onAsk(next);
  };
  return <Filter resource={resource} field={fieldOf(resource, 'one')} conditions={conditions} onChange={change} />;
}
