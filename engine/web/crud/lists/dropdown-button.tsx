import { Button, Dropdown, type ButtonProps, type MenuProps } from 'antd';
import { useRef } from 'react';

/** A button that opens a menu, whose first entry then has the focus; Escape and Tab give it back. */
export function DropdownButton({ menu, ...props }: ButtonProps & { menu: MenuProps }) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Dropdown
      trigger={['click']}
      autoFocus
      onOpenChange={(open, { source }) => !open && source === 'trigger' && giveBackFocus(button.current)}
      menu={menu}
    >
      <Button ref={button} aria-haspopup="menu" {...props} />
    </Dropdown>
  );
}

/**
 * antd leaves the focus nowhere when Escape or Tab closes the menu; who pressed elsewhere is there already. Not after a
 * choice: the Enter that made it would then press the button, and open the menu again.
 */
function giveBackFocus(button: HTMLElement | null): void {
  const { activeElement } = document;
  if (activeElement === document.body || activeElement?.closest('[role="menu"]')) button?.focus();
}
