import type { Field } from '@back-office/contract/resource/field.ts';
import { Form, type FormInstance } from 'antd';
import type { RefObject } from 'react';
import type { Values } from '../crud/fields/field-kit.ts';
import { kitOf } from '../crud/fields/kit-of.ts';
import { sampleOf } from './sample.ts';

interface FieldFormProps {
  /** The field `one` of a resource with no other field but a name. */
  one: Field;
  row: Values;
  form: RefObject<FormInstance<Values> | null>;
  name?: string;
  disabled?: boolean;
}

/** A form with the input of this field, like a record's form. */
export function FieldForm({ one, row, form, name = 'sample', disabled = false }: FieldFormProps) {
  const { Input } = kitOf(one);
  return (
    <Form ref={form} name={name} layout="vertical" initialValues={row} disabled={disabled}>
      <Form.Item name="one" label={one.label} extra={one.help} required>
        <Input resource={sampleOf(one)} field={one} name="one" row={row} />
      </Form.Item>
    </Form>
  );
}
