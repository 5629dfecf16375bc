import type { ParentField } from '@back-office/contract/resource/field.ts';
import type { InputKit } from './field-kit.ts';
import { recordKit } from './record-kit.tsx';

/** The record above, of the same resource. */
export const parent: InputKit<ParentField> = recordKit((_field, resource) => resource, false);
