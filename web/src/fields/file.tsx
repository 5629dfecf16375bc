import type { FileField } from '@back-office/contract/resource/field.ts';
import { Typography } from 'antd';
import type { FieldKit } from './field-kit.ts';

const Placeholder = ({ value }: { value?: unknown }) => (
  <Typography.Text type="secondary">{value === null || value === undefined ? '尚不能上传文件' : '已上传'}</Typography.Text>
);

/** Declared, and drawn once there are uploads. */
export const file: FieldKit<FileField> = { Cell: Placeholder, Input: Placeholder };
