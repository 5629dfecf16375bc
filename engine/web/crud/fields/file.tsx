import type { FileField } from '@back-office/contract/resource/field.ts';
import { PictureInput } from '../../files/upload/picture-input.tsx';
import { asText, orNull } from './as-text.ts';
import type { InputKit } from './field-kit.ts';

export const file: InputKit<FileField> = {
  Input: ({ resource, field: { label, round = false }, row, value, onChange = () => undefined, 'aria-describedby': describedBy }) => (
    <PictureInput {...{ label, round, onChange, describedBy }} name={asText(row[resource.label])} fileId={orNull(asText(value))} />
  ),
};
