import { type Field, hasLabel, labelName } from '@back-office/contract/resource/field.ts';
import { fieldSchema } from '@back-office/contract/resource/field-schema.ts';
import { baseFields, parentFieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import { sampleOfField } from '@back-office/contract/calls/sample-of-field.ts';
import { z } from 'zod';
import type { Schema } from '../api-docs.ts';

const id: Schema = { type: 'string', format: 'uuid' };

/** The schema of a value as sent by a form, derived from the server's own check (zod's JSON Schema). */
function sent(field: Field): Schema {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(fieldSchema(field), { io: 'input', unrepresentable: 'any' });
  return { ...schema, ...(field.kind === 'reference' || field.kind === 'parent' || field.kind === 'file' ? id : {}) };
}

const described = (field: Field): Schema => ({ title: field.label, ...(field.help === undefined ? {} : { description: field.help }) });

/** Any field may be sent as null, which clears it unless it is required. */
const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });

/** The body of `save`: the form's fields, with `id` and `version` for an existing record. */
export function inputSchema(resource: Resource): Schema {
  const fields = Object.entries(resource.fields).filter(([name]) => resource.form.includes(name));
  const properties = fields.map(([name, field]) => [
    name,
    {
      ...described(field),
      ...(field.kind === 'secret' ? { writeOnly: true } : {}),
      ...(field.required === true ? sent(field) : orNull(sent(field))),
    },
  ]);
  return {
    title: `${resource.title}（保存）`,
    type: 'object',
    properties: { id: orNull(id), version: { type: ['integer', 'null'] }, ...Object.fromEntries(properties) },
    // An update may omit unchanged fields.
    anyOf: [
      { required: ['id', 'version'] },
      { required: fields.filter(([, field]) => field.required === true && !('default' in field)).map(([name]) => name) },
    ],
  };
}

const read: Readonly<Partial<Record<Field['kind'], Schema>>> = {
  number: { type: 'number' },
  references: { type: 'array', items: id },
  ids: { type: 'array', items: id },
  texts: { type: 'array', items: { type: 'string' } },
  reference: id,
  parent: id,
  file: id,
  boolean: { type: 'string', enum: ['是', '否'] },
  json: {},
};

/** A record in an answer: every field but secrets, and the labels beside references. */
export function recordSchema(resource: Resource): Schema {
  const fields = Object.entries<Field>({ ...resource.fields, ...baseFields }).filter(([, { kind }]) => kind !== 'secret');
  const properties: Record<string, Schema> = { id, version: { type: 'integer' } };
  for (const [name, field] of fields) {
    const schema = read[field.kind] ?? { type: 'string' };
    properties[name] = { ...described(field), ...('type' in schema && schema['type'] !== 'array' ? orNull(schema) : schema) };
    if (hasLabel(field))
      properties[labelName(name)] =
        field.kind === 'references' ? { type: 'array', items: { type: 'string' } } : { type: ['string', 'null'] };
  }
  if (parentFieldOf(resource) !== undefined) properties['hasChildren'] = { type: 'boolean', description: '有无下级；只在查询树时给出' };
  return { title: resource.title, type: 'object', properties, required: ['id', 'version', ...fields.map(([name]) => name)] };
}

/** The answer of `save`: the record, and for a new one the values that are shown only once. */
export const savedSchema = (resource: Resource, record: Schema): Schema =>
  resource.once === undefined
    ? record
    : {
        allOf: [record],
        properties: Object.fromEntries(
          Object.entries(resource.once).map(([name, title]) => [name, { title, description: '只在新建时返回这一次', type: 'string' }]),
        ),
      };

/** An example record for `save`: the fields that an insert requires, each with a value of its shape. */
export function sampleOf(resource: Resource): Record<string, unknown> {
  const wanted = resource.form.filter((name) => resource.fields[name]?.required === true);
  return Object.fromEntries(
    wanted.flatMap((name) => (resource.fields[name] === undefined ? [] : [[name, sampleOfField(resource.fields[name])]])),
  );
}
