import type { TextField } from '@back-office/contract/resource/field.ts';
import type { DraftOf } from '@back-office/contract/resource/row.ts';
import { asText } from '@back-office/web/crud/fields/as-text.ts';
import type { CellProps, FieldKit } from '@back-office/web/crud/fields/field-kit.ts';
import { Tag } from 'antd';
import type { setting } from '../setting.ts';

const colours: Readonly<Record<string, string>> = { 已修改: 'processing', 环境变量: 'warning', 存储的值不适用: 'error' };

/** Where a setting's value comes from. */
function SourceCell({ value, plain }: CellProps<TextField, DraftOf<typeof setting>>) {
  const text = asText(value);
  return plain ? <>{text}</> : <Tag color={colours[text] ?? 'default'}>{text}</Tag>;
}

export const settingSource: Partial<FieldKit<TextField, DraftOf<typeof setting>>> = { Cell: SourceCell };
