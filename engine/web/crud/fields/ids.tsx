import type { IdsField } from '@back-office/contract/resource/field.ts';
import type { InputKit } from './field-kit.ts';
import { CountCell } from './kind-cells.tsx';

/** Ids whose targets depend on another field: the page that knows them replaces the input. */
export const ids: InputKit<IdsField> = { Input: CountCell };
