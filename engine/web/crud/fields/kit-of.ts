import type { Field, FieldKind } from '@back-office/contract/resource/field.ts';
import { fieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import { overridesOf } from './cells.tsx';
import { colour } from './colour.tsx';
import { date, datetime } from './date-kit.tsx';
import { dict } from './dict.tsx';
import type { FieldKit, InputKit } from './field-kit.ts';
import { file } from './file.tsx';
import { boolean } from './boolean.tsx';
import { CountCell, FormattedJson } from './kind-cells.tsx';
import { longText } from './long-text.tsx';
import { number } from './number.tsx';
import { recordKit } from './record-kit.tsx';
import { secret } from './secret.tsx';
import { text } from './text.tsx';
import { texts } from './texts.tsx';

type Kits = { readonly [K in FieldKind]: InputKit<Extract<Field, { kind: K }>> };

const kits: Kits = {
  text,
  longText,
  number,
  datetime,
  date,
  boolean,
  dict,
  colour,
  secret,
  reference: recordKit('one'),
  references: recordKit('several'),
  // The target depends on another field: the page that knows it overrides this input.
  ids: { Input: CountCell },
  texts,
  parent: recordKit('one'),
  file,
  // Read only.
  json: { Input: FormattedJson },
};

/** The input and filter of the field's kind. */
export const kitOf = (field: Field): InputKit => kits[field.kind];

/** The input of a field: its kind's, or a feature's override. */
export const resolveInput = (resource: Resource, name: string): Pick<FieldKit, 'Input'> => ({
  Input: overridesOf(resource, name)?.Input ?? kitOf(fieldOf(resource, name)).Input,
});
