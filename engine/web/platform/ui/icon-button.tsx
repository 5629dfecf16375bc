import { Button, type ButtonProps } from 'antd';
import type { ComponentType } from 'react';

interface IconButtonProps extends Omit<ButtonProps, 'icon' | 'aria-label' | 'children'> {
  icon: ComponentType<{ 'aria-hidden': true }>;
  /** Its accessible name. */
  label: string;
  /** The tooltip; by default the name. */
  title?: string;
}

/** A button with an icon only. */
export const IconButton = ({ icon: Icon, label, title = label, ...rest }: IconButtonProps) => (
  <Button {...rest} icon={<Icon aria-hidden />} aria-label={label} title={title} />
);
