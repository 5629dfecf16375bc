import type { DatetimeField, DictField } from '@back-office/contract/resource/field.ts';
import { Tag } from 'antd';
import { asText } from '@back-office/web/crud/fields/as-text.ts';
import type { CellProps } from '@back-office/web/crud/fields/field-kit.ts';
import { DictCell } from '@back-office/web/crud/fields/kind-cells.tsx';
import { hasEnded } from './has-ended.ts';

const colours = { color: 'var(--danger)', background: 'var(--danger-soft)', borderColor: 'var(--danger)' };
const Expired = ({ plain }: { plain: boolean }) => (plain ? <>已过期</> : <Tag style={colours}>已过期</Tag>);

/** The state of a key; one whose time is over is in use no longer, whatever is stored. */
export const StatusCell = (props: CellProps<DictField>) =>
  hasEnded(props.row) ? <Expired plain={props.plain} /> : <DictCell {...props} />;

/** The end of a key, marked once it is over: where the state is a switch, that shows what is stored. */
export const ExpireTimeCell = ({ value, row, plain }: CellProps<DatetimeField>) => (
  <>
    {asText(value)} {hasEnded(row) && <Expired plain={plain} />}
  </>
);
