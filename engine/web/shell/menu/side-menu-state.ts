/** The state that parts of the menu are rendered from. */
export interface SideMenuState {
  collapsed: boolean;
  /** The key of the current entry. */
  selected: string;
  /** The key of the entry that is the tab stop. */
  stop: string;
  isOpen: (key: string) => boolean;
  onToggle: (key: string) => void;
  /** For the top menu: groups fly out below it, and the left and right arrow keys in one go to the previous and next entry. */
  onTurn?: ((from: HTMLElement, step: 1 | -1) => void) | undefined;
}

/** The elements that arrow keys move among. */
export const entries = '[data-entry]';
