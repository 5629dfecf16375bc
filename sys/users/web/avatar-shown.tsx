import type { FileField } from '@back-office/contract/resource/field.ts';
import type { DraftOf } from '@back-office/contract/resource/row.ts';
import type { InputProps } from '@back-office/web/crud/fields/field-kit.ts';
import { UserAvatar } from '@back-office/web/files/upload/user-avatar.tsx';
import { Typography } from 'antd';
import type { user } from '../user.ts';

/** A person's avatar, which only they can change: the form shows it, and submits it unchanged. */
export const AvatarShown = ({ row }: InputProps<FileField, DraftOf<typeof user>>) => (
  <>
    <UserAvatar fileId={row.userAvatar ?? null} name={row.userName ?? ''} size={40} />{' '}
    <Typography.Text type="secondary">由本人在个人中心更换</Typography.Text>
  </>
);
