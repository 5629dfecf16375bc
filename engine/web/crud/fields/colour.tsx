import type { ColourField } from '@back-office/contract/resource/field.ts';
import { ColorPicker } from 'antd';
import type { InputKit, InputProps } from './field-kit.ts';
import { LikeFilter } from './like-filter.tsx';

const ColourInput = ({ value, onChange }: InputProps<ColourField>) => (
  <ColorPicker
    allowClear
    disabledAlpha
    disabledFormat
    format="hex"
    showText={() => (typeof value === 'string' ? value : '未选择')}
    value={typeof value === 'string' ? value : null}
    onChange={(colour) => onChange?.(colour.cleared ? null : colour.toHexString().slice(0, 7))}
    onClear={() => onChange?.(null)}
  />
);

export const colour: InputKit<ColourField> = { Input: ColourInput, Filter: LikeFilter };
