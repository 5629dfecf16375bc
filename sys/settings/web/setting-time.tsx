import type { DatetimeField } from '@back-office/contract/resource/field.ts';
import type { DraftOf } from '@back-office/contract/resource/row.ts';
import { asText } from '@back-office/web/crud/fields/as-text.ts';
import type { CellProps, FieldKit } from '@back-office/web/crud/fields/field-kit.ts';
import type { setting } from '../setting.ts';

/** When somebody changed a setting: for an unchanged one the time is that of the installation, which is not shown. */
function TimeCell({ value, row }: CellProps<DatetimeField, DraftOf<typeof setting>>) {
  return row.updateUser ? asText(value) : <span style={{ color: 'var(--text-soft)' }}>—</span>;
}

export const settingTime: Partial<FieldKit<DatetimeField, DraftOf<typeof setting>>> = { Cell: TimeCell };
