import { Button, type ButtonProps } from 'antd';
import type { ComponentType } from 'react';

interface IconButtonProps extends Omit<ButtonProps, 'icon' | 'aria-label' | 'children'> {
  icon: ComponentType<{ 'aria-hidden': true }>;
  /** Its name, which nobody sees. */
  label: string;
  /** What a pointer is told; the name when absent. */
  title?: string;
}

/** A button with an icon and no words. */
export const IconButton = ({ icon: Icon, label, title = label, ...rest }: IconButtonProps) => (
  <Button {...rest} icon={<Icon aria-hidden />} aria-label={label} title={title} />
);
