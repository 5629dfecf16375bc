import { sampleId } from '@back-office/contract/calls/sample-of-field.ts';
import type { Schema } from '../api-docs.ts';

type Named = Readonly<Record<string, Schema>>;

/** A value that fits a schema: its own example where it has one, and of what may be left out only what says more. */
export function sampleOfSchema(schema: Schema, named: Named): unknown {
  const { examples, enum: words, default: usual, type, $ref } = schema;
  if (Array.isArray(examples)) return examples[0];
  if ('const' in schema) return schema['const'];
  if (usual !== undefined) return usual;
  if (Array.isArray(words)) return words[0];
  if (typeof $ref === 'string') return sampleOfSchema(named[$ref.replace('#/components/schemas/', '')] ?? {}, named);
  const [first] = [schema['anyOf'], schema['oneOf']].flatMap((some) => (Array.isArray(some) ? some : []));
  if (first !== undefined) return sampleOfSchema(first, named);
  switch (Array.isArray(type) ? type[0] : type) {
    case 'object':
      return Object.fromEntries(Object.entries(fieldsOf(schema)).map(([name, field]) => [name, sampleOfSchema(field, named)]));
    case 'array':
      return [sampleOfSchema({ ...fieldOf(schema, 'items') }, named)];
    case 'string':
      return schema['format'] === 'uuid' ? sampleId : '示例';
    case 'integer':
    case 'number':
      return Math.max(1, Number(schema['minimum'] ?? 1));
    case 'boolean':
      return true;
    default:
      return null;
  }
}

const fieldOf = (schema: Schema, name: string): Schema => {
  const found = schema[name];
  return typeof found === 'object' && found !== null ? { ...found } : {};
};

function fieldsOf(schema: Schema): Record<string, Schema> {
  const fields = fieldOf(schema, 'properties');
  return Object.fromEntries(Object.keys(fields).map((name) => [name, fieldOf(fields, name)]));
}
