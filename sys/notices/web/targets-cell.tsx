import type { IdsField } from '@back-office/contract/resource/field.ts';
import type { DraftOf } from '@back-office/contract/resource/row.ts';
import { asIds } from '@back-office/web/crud/fields/as-text.ts';
import type { CellProps } from '@back-office/web/crud/fields/field-kit.ts';
import { RecordName } from '@back-office/web/crud/fields/record-name.tsx';
import { Tag } from 'antd';
import type { msg } from '../msg.ts';

/** The resource that a scope's ids refer to. */
export const targets: Readonly<Record<string, string>> = { 机构: 'sys/org', 角色: 'sys/role', 用户: 'sys/user' };

/** The recipients of a notice. */
export function TargetsCell({ value, row, plain }: CellProps<IdsField, DraftOf<typeof msg>>) {
  const target = targets[row.msgScope ?? ''];
  if (target === undefined) return <>全部用户</>;
  return asIds(value).map((id) =>
    plain ? (
      <RecordName key={id} to={target} id={id} />
    ) : (
      <Tag key={id}>
        <RecordName to={target} id={id} />
      </Tag>
    ),
  );
}
