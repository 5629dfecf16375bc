import type { ReferencesField } from '@back-office/contract/resource/field.ts';
import type { FieldKit } from './field-kit.ts';
import { recordKit } from './record-kit.tsx';
import { theOffice } from '../../platform/office/open-office.ts';

export const references: FieldKit<ReferencesField> = recordKit((field) => theOffice().resourceOf(field.to), true);
