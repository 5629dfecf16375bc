import type { ReferenceField } from '@back-office/contract/resource/field.ts';
import type { FieldKit } from './field-kit.ts';
import { recordKit } from './record-kit.tsx';
import { resourceNamed } from './resource-lookup.ts';

export const reference: FieldKit<ReferenceField> = recordKit((field) => resourceNamed(field.to), false);
