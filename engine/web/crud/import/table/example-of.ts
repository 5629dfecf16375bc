import { fieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import type { Choices } from './choices.ts';
import type { Field } from '@back-office/contract/resource/field.ts';
import { exampleOfShape } from '@back-office/contract/resource/text-shape.ts';

/** The example row of a template. If it is left in the sheet, it is not imported. */
export const exampleOf = (resource: Resource, choices: Choices): string[] =>
  resource.import.map((name) => example(fieldOf(resource, name), choices));

/** The same with undefined for words of dictionaries, whose first may have changed since the template was made, if texts tell the row apart. */
export function comparedExample(resource: Resource, choices: Choices): (string | undefined)[] {
  const kinds = resource.import.map((name) => fieldOf(resource, name).kind);
  const isTold = kinds.some((kind) => kind === 'text' || kind === 'longText');
  return exampleOf(resource, choices).map((text, at) => (isTold && kinds[at] === 'dict' ? undefined : text));
}

const fixed: Readonly<Record<string, string>> = {
  datetime: '2026-01-31 08:00:00',
  date: '2026-01-31',
  colour: '#1890ff',
  longText: '示例行，导入时自动忽略',
};

function example(field: Field, choices: Choices): string {
  if (field.kind === 'number') return String(field.default ?? field.min);
  if (field.kind === 'boolean') return field.default;
  if (field.kind === 'dict') return choices[field.dict]?.[0]?.label ?? '';
  if (field.kind !== 'text') return fixed[field.kind] ?? '';
  return field.shape === undefined ? `示例${field.label}`.slice(0, field.max) : exampleOfShape(field.shape);
}
