import type { DatetimeField } from '@back-office/contract/resource/field.ts';
import type { DraftOf } from '@back-office/contract/resource/row.ts';
import { asText } from '@back-office/web/crud/fields/as-text.ts';
import type { CellProps, FieldKit } from '@back-office/web/crud/fields/field-kit.ts';
import type { setting } from '../setting.ts';

/** When somebody changed a setting: the time of one that nobody has is that of the installation, which says nothing. */
function TimeCell({ value, row }: CellProps<DatetimeField, DraftOf<typeof setting>>) {
  return row.updateUser ? asText(value) : <span style={{ color: 'var(--text-soft)' }}>—</span>;
}

export const settingTime: Partial<FieldKit<DatetimeField, DraftOf<typeof setting>>> = { Cell: TimeCell };
