/** What a part of the menu is drawn by. */
export interface SideMenuState {
  collapsed: boolean;
  /** The key of the entry that is shown. */
  selected: string;
  /** The key of the entry at which the Tab key stops. */
  stop: string;
  isOpen: (key: string) => boolean;
  onToggle: (key: string) => void;
}

/** What the arrows walk over. */
export const entries = '[data-entry]';
