/** What a part of the menu is drawn by. */
export interface SideMenuState {
  collapsed: boolean;
  /** The key of the entry that is shown. */
  selected: string;
  /** The key of the entry at which the Tab key stops. */
  stop: string;
  isOpen: (key: string) => boolean;
  onToggle: (key: string) => void;
  /** Of a menu that stands across the page: groups fly out below it, and left and right in one lead to the entry before and after. */
  onTurn?: ((from: HTMLElement, step: 1 | -1) => void) | undefined;
}

/** What the arrows walk over. */
export const entries = '[data-entry]';
