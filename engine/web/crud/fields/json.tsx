import type { JsonField } from '@back-office/contract/resource/field.ts';
import type { InputKit } from './field-kit.ts';
import { FormattedJson } from './kind-cells.tsx';

/** Read only, shown as formatted text. */
export const json: InputKit<JsonField> = { Input: FormattedJson };
