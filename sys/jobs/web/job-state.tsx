import type { DraftOf } from '@back-office/contract/resource/row.ts';
import type { TextField } from '@back-office/contract/resource/field.ts';
import { asText } from '@back-office/web/crud/fields/as-text.ts';
import type { CellProps, FieldKit } from '@back-office/web/crud/fields/field-kit.ts';
import { Tag } from 'antd';
import type { job } from '../job.ts';

const colours: Readonly<Record<string, string>> = { 执行中: 'processing', 已暂停: 'warning' };

/** Whether the kind is running, paused or waiting. */
function StateCell({ value, plain }: CellProps<TextField, DraftOf<typeof job>>) {
  const text = asText(value);
  return plain ? <>{text}</> : <Tag color={colours[text] ?? 'default'}>{text}</Tag>;
}

export const jobState: Partial<FieldKit<TextField, DraftOf<typeof job>>> = { Cell: StateCell };
