import type { FileField } from '@back-office/contract/resource/field.ts';
import { Typography } from 'antd';
import type { InputKit, InputProps } from './field-kit.ts';
import { PictureCell } from './kind-cells.tsx';

/** An image that its owner alone changes, in the personal centre; a form shows it and sends it back as it is. */
export const file: InputKit<FileField> = {
  Input: (props: InputProps<FileField>) => (
    <>
      <PictureCell {...props} /> <Typography.Text type="secondary">由本人在个人中心更换</Typography.Text>
    </>
  ),
};
