import { smsStatuses, type sms } from '../sms.ts';
import type { DraftOf } from '@back-office/contract/resource/row.ts';
import type { DictField } from '@back-office/contract/resource/field.ts';
import { Tag } from 'antd';
import type { CellProps, FieldKit } from '@back-office/web/crud/fields/field-kit.ts';
import { DictCell } from '@back-office/web/crud/fields/kind-cells.tsx';

/** Messages of the provider `log` were delivered to nobody, so their status must not claim otherwise. */
function StatusCell(props: CellProps<DictField, DraftOf<typeof sms>>) {
  const { value, row, plain } = props;
  if (value !== smsStatuses.sent || row.smsProvider !== 'log') return <DictCell {...props} />;
  const title = '未配置短信服务商，短信只记录在此，没有发出';
  return plain ? <>仅记录</> : <Tag title={title}>仅记录</Tag>;
}

export const smsStatus: Partial<FieldKit<DictField, DraftOf<typeof sms>>> = { Cell: StatusCell };
