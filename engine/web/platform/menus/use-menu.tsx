import { useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import type { PopupPlace } from './popup.tsx';
import { PopupMenu, type MenuAction } from './popup-menu.tsx';

interface Menu {
  actions: readonly MenuAction[];
  label: string;
  /** Where it opens relative to its button. */
  placeOf: (button: HTMLElement) => PopupPlace;
}

interface UsedMenu {
  /** Props of the button that opens it. */
  trigger: {
    'aria-haspopup': 'menu';
    'aria-expanded': boolean;
    onClick: (event: MouseEvent<HTMLElement>) => void;
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  };
  /** The menu while it is open; render it beside the button. */
  menu: ReactNode;
}

/** A menu opened by a button, by a click or ArrowDown; its first item then gets the focus, and Escape and Tab return it. */
export function useMenu({ actions, label, placeOf }: Menu): UsedMenu {
  const [opener, setOpener] = useState<HTMLElement>();
  return {
    trigger: {
      'aria-haspopup': 'menu',
      'aria-expanded': opener !== undefined,
      onClick: ({ currentTarget }) => setOpener(opener === undefined ? currentTarget : undefined),
      onKeyDown: (event) => {
        if (event.key !== 'ArrowDown') return;
        event.preventDefault();
        setOpener(event.currentTarget);
      },
    },
    menu: opener !== undefined && (
      <PopupMenu
        actions={actions}
        label={label}
        place={placeOf(opener)}
        onClose={(focus) => {
          setOpener(undefined);
          if (focus) opener.focus();
        }}
      />
    ),
  };
}
