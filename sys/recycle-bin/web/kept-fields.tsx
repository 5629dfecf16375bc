import { isRecord } from '@back-office/contract/is-record.ts';
import type { FieldChange } from '@back-office/contract/calls/history.ts';
import { Descriptions, Typography } from 'antd';
import { asText } from '@back-office/web/crud/fields/as-text.ts';

const wordsOf = (value: unknown): string => (Array.isArray(value) ? value.map(asText).join('、') : asText(value));

const isChange = (value: unknown): value is FieldChange => isRecord(value) && typeof value['field'] === 'string';

/** The values of a deleted record, one line per field. */
export function KeptFields({ value }: { value: unknown }) {
  const fields = Array.isArray(value) ? value.filter(isChange) : [];
  if (fields.length === 0) return <Typography.Text type="secondary">没有可以显示的内容</Typography.Text>;
  return (
    <Descriptions
      size="small"
      column={1}
      items={fields.map(({ field, label, before }) => ({ key: field, label, children: wordsOf(before) }))}
    />
  );
}
