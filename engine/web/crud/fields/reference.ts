import type { ReferenceField } from '@back-office/contract/resource/field.ts';
import type { FieldKit } from './field-kit.ts';
import { recordKit } from './record-kit.tsx';
import { theOffice } from '../../platform/office/open-office.ts';

export const reference: FieldKit<ReferenceField> = recordKit((field) => theOffice().resourceOf(field.to), false);
