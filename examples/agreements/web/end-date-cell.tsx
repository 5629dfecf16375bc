import { Typography } from 'antd';
import { asText, type CellProps, serverDay } from 'back-office/web';
import { states } from '../agreement.ts';

/** The day on which an agreement ends: red within the last thirty days. */
export function EndDateCell({ value, row }: CellProps) {
  const day = asText(value);
  const endsSoon = row['agreementState'] === states.live && day <= serverDay(-30);
  return endsSoon ? <Typography.Text type="danger">{day}</Typography.Text> : <>{day}</>;
}
