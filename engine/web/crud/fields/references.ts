import type { ReferencesField } from '@back-office/contract/resource/field.ts';
import type { InputKit } from './field-kit.ts';
import { recordKit } from './record-kit.tsx';
import { theOffice } from '../../platform/office/open-office.ts';

export const references: InputKit<ReferencesField> = recordKit((field) => theOffice().resourceOf(field.to), true);
