import type { Field } from '../resource/field.ts';
import { exampleOfShape } from '../resource/text-shape.ts';

/** The id used in examples. */
export const sampleId = '0197a5b0-6c1e-7d3a-9f00-000000000001';

/** A valid value of a field, for examples. */
export function sampleOfField(field: Field): unknown {
  switch (field.kind) {
    case 'text':
      return field.shape === undefined ? `示例${field.label}` : exampleOfShape(field.shape);
    case 'texts':
      return [field.shape?.example ?? `示例${field.label}`];
    case 'number':
      return field.min;
    case 'datetime':
      return '2026-12-31 18:00:00';
    case 'date':
      return '2026-12-31';
    case 'references':
    case 'ids':
      return [sampleId];
    case 'reference':
    case 'parent':
    case 'file':
      return sampleId;
    case 'colour':
      return '#1890ff';
    case 'boolean':
    case 'dict':
      return field.default ?? '';
    default:
      return `示例${field.label}`;
  }
}
