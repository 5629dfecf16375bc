import { Button, type ButtonProps } from 'antd';
import type { MenuAction } from '../../platform/menus/popup-menu.tsx';
import { useMenu } from '../../platform/menus/use-menu.tsx';

interface DropdownButtonProps extends Omit<ButtonProps, 'onClick'> {
  /** The menu's accessible name; by default the button's text. */
  menuLabel?: string;
  actions: readonly MenuAction[];
}

/** A button on a page that opens a menu. */
export function DropdownButton({ actions, menuLabel, children, ...props }: DropdownButtonProps) {
  const label = menuLabel ?? props['aria-label'] ?? (typeof children === 'string' ? children : '');
  const { trigger, menu } = useMenu({ actions, label, placeOf: (under) => ({ under }) });
  return (
    <>
      <Button {...props} {...trigger}>
        {children}
      </Button>
      {menu}
    </>
  );
}
