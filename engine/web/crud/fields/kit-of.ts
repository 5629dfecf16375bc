import type { Field, FieldKind } from '@back-office/contract/resource/field.ts';
import { colour } from './colour.tsx';
import { date } from './date.tsx';
import { dict } from './dict.tsx';
import type { FieldKit } from './field-kit.ts';
import { file } from './file.tsx';
import { boolean } from './boolean.tsx';
import { ids } from './ids.tsx';
import { json } from './json.tsx';
import { longText } from './long-text.tsx';
import { datetime } from './datetime.tsx';
import { number } from './number.tsx';
import { parent } from './parent.ts';
import { reference } from './reference.ts';
import { references } from './references.ts';
import { secret } from './secret.tsx';
import { text } from './text.tsx';

type Kits = { readonly [K in FieldKind]: FieldKit<Extract<Field, { kind: K }>> };

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
  reference,
  references,
  ids,
  parent,
  file,
  json,
};

/** The kit of the field's kind. */
export const kitOf = (field: Field): FieldKit => kits[field.kind];
