import { isPattern } from '@back-office/contract/is-pattern.ts';
import type { Field } from '@back-office/contract/resource/field.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { shapeOf } from '@back-office/contract/resource/text-shape.ts';

/** Fields with a shape of their own whose pattern cannot be compiled or refuses its example, a sentence each. */
export const patternMistakes = (resources: readonly Resource[]): string[] =>
  resources.flatMap(({ name: resource, fields }) =>
    Object.entries(fields).flatMap(([name, field]) => mistakesOf(field).map((mistake) => `${resource}.fields.${name}: ${mistake}`)),
  );

function mistakesOf(field: Field): string[] {
  if (field.kind !== 'text' || typeof field.shape !== 'object') return [];
  const { pattern, example } = field.shape;
  if (!isPattern(pattern)) return [`the pattern of its shape, ${pattern}, is no regular expression: correct it`];
  if (shapeOf(field.shape).pattern.test(example)) return [];
  return [`the pattern of its shape, ${pattern}, does not match the whole of its example ${example}: correct one of the two`];
}
