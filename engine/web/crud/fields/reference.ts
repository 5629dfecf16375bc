import type { ReferenceField } from '@back-office/contract/resource/field.ts';
import type { InputKit } from './field-kit.ts';
import { recordKit } from './record-kit.tsx';
import { theOffice } from '../../platform/office/open-office.ts';

export const reference: InputKit<ReferenceField> = recordKit((field) => theOffice().resourceOf(field.to), false);
