import { isPattern } from './is-pattern.ts';
import type { Field } from './resource/field.ts';
import { shapeOf } from './resource/text-shape.ts';

/** A shape of its own whose pattern cannot be compiled or refuses its example; undefined for none. */
export function shapeMistakes(field: Field): string[] | undefined {
  if (field.kind !== 'text' || typeof field.shape !== 'object') return undefined;
  const { pattern, example } = field.shape;
  if (!isPattern(pattern)) return [`the pattern of its shape, ${pattern}, is no regular expression: correct it`];
  if (shapeOf(field.shape).pattern.test(example)) return undefined;
  return [`the pattern of its shape, ${pattern}, does not match the whole of its example ${example}: correct one of the two`];
}
