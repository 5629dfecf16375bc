import { sampleId } from '@back-office/contract/calls/sample-of-field.ts';
import type { Schema } from './api-docs.ts';

type Named = Readonly<Record<string, Schema>>;

const among = '#/components/schemas/';

/** A value that fits a schema: its own example where it has one. What holds more of its own kind holds none in the example. */
export function sampleOfSchema(schema: Schema, named: Named, within: readonly string[] = []): unknown {
  const { examples, enum: words, default: usual, type, $ref } = schema;
  if (Array.isArray(examples)) return examples[0];
  if ('const' in schema) return schema['const'];
  if (usual !== undefined) return usual;
  if (Array.isArray(words)) return words[0];
  if (typeof $ref === 'string') {
    const name = $ref.replace(among, '');
    return within.includes(name) ? undefined : sampleOfSchema(named[name] ?? {}, named, [...within, name]);
  }
  const [first] = [schema['anyOf'], schema['oneOf']].flatMap((some) => (Array.isArray(some) ? some : []));
  const parts = Array.isArray(schema['allOf']) ? schema['allOf'] : [];
  if (parts.length > 0) return Object.assign({}, ...parts.map((part) => sampleOfSchema(part, named, within)));
  if (first !== undefined && schema['properties'] === undefined) return sampleOfSchema(first, named, within);
  switch (Array.isArray(type) ? type[0] : type) {
    case 'object':
      return Object.fromEntries(Object.entries(fieldsOf(schema)).map(([name, field]) => [name, sampleOfSchema(field, named, within)]));
    case 'array': {
      const item = sampleOfSchema({ ...fieldOf(schema, 'items') }, named, within);
      return item === undefined ? [] : [item];
    }
    case 'string':
      if (schema['format'] === 'binary') return null;
      return schema['format'] === 'uuid' ? sampleId : '示例';
    case 'integer':
    case 'number':
      return Number(schema['minimum'] ?? 1);
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
