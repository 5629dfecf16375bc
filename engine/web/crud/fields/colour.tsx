import type { ColourField } from '@back-office/contract/resource/field.ts';
import { ColorPicker } from 'antd';
import { asText } from './as-text.ts';
import type { CellProps, FieldKit, InputProps } from './field-kit.ts';
import { LikeFilter } from './like-filter.tsx';
import { TextCell } from './text-cell.tsx';

const square = { display: 'inline-block', width: 14, height: 14, borderRadius: 3, marginInlineEnd: 6, verticalAlign: -2 };

const ColourCell = ({ value, plain }: CellProps<ColourField>) =>
  plain ? (
    <TextCell value={value} />
  ) : (
    <>
      <span style={{ ...square, background: asText(value) }} />
      {asText(value)}
    </>
  );

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

export const colour: FieldKit<ColourField> = { Cell: ColourCell, Input: ColourInput, Filter: LikeFilter };
