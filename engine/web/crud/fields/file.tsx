import type { FileField } from '@back-office/contract/resource/field.ts';
import { Typography } from 'antd';
import { UserAvatar } from '../../files/upload/user-avatar.tsx';
import { asText } from './as-text.ts';
import type { CellProps, FieldKit, InputProps } from './field-kit.ts';

const Picture = ({ value, resource, row }: Pick<InputProps<FileField>, 'value' | 'resource' | 'row'>) => (
  <UserAvatar fileId={typeof value === 'string' ? value : null} name={asText(row[resource.label])} size={40} />
);

/** An image that its owner alone changes, in the personal centre; a form shows it and sends it back as it is. */
export const file: FieldKit<FileField> = {
  Cell: (props: CellProps<FileField>) => <Picture {...props} />,
  Input: (props: InputProps<FileField>) => (
    <>
      <Picture {...props} /> <Typography.Text type="secondary">由本人在个人中心更换</Typography.Text>
    </>
  ),
};
