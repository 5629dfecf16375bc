import type { Field } from '@back-office/contract/resource/field.ts';

/** The type of a field's column, in SQL. */
export const sqlTypes: Readonly<Record<Field['kind'], string>> = {
  text: 'text',
  longText: 'text',
  number: 'numeric',
  datetime: 'timestamptz',
  date: 'date',
  boolean: 'text',
  dict: 'text',
  colour: 'text',
  secret: 'text',
  reference: 'uuid',
  references: 'uuid[]',
  ids: 'uuid[]',
  texts: 'text[]',
  parent: 'uuid',
  file: 'uuid',
  json: 'jsonb',
};
