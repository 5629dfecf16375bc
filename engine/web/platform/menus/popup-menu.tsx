import type { IconDefinition } from '@ant-design/icons-svg/es/types';
import { Fragment, isValidElement, useLayoutEffect, useRef, type KeyboardEvent, type ReactElement, type ReactNode } from 'react';
import { Glyph } from '../ui/glyph.tsx';
import { Popup, type PopupPlace } from './popup.tsx';
import { moveMenuFocus } from '../keyboard/move-menu-focus.ts';

export interface MenuAction {
  key: string;
  label: ReactNode;
  icon?: IconDefinition | ReactElement;
  disabled?: boolean;
  /** Cannot easily be undone. */
  danger?: boolean;
  /** The currently selected one of several. */
  current?: boolean;
  /** Preceded by a separator. */
  apart?: boolean;
  onClick?: () => void;
}

interface Props {
  actions: readonly MenuAction[];
  place: PopupPlace;
  label: string;
  onClose: (focus: boolean) => void;
}

/** A menu over the page; its first item gets the focus, which later returns to where it came from. */
export function PopupMenu({ actions, place, label, onClose }: Props) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => list.current?.querySelector<HTMLElement>(entries)?.focus({ preventScroll: true }), []);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (list.current === null || moveMenuFocus(event, list.current, entries)) return;
    if (event.key === 'Tab') onClose(true);
    // React would bubble keys to the component that rendered the menu; Escape is left to the popup.
    if (event.key !== 'Escape') event.stopPropagation();
  };
  return (
    <Popup place={place} onClose={onClose}>
      <div ref={list} role="menu" aria-label={label} tabIndex={-1} className="popup-menu" onKeyDown={onKeyDown}>
        {actions.map(({ key, icon, disabled = false, danger = false, current, apart = false, onClick, label: name }) => (
          <Fragment key={key}>
            {apart && <hr />}
            <button
              type="button"
              role="menuitem"
              tabIndex={-1}
              {...(danger ? { 'data-danger': true } : {})}
              aria-disabled={disabled}
              {...(current === true ? { 'aria-current': true } : {})}
              onClick={() => {
                if (disabled) return;
                onClose(true);
                onClick?.();
              }}
            >
              {icon !== undefined && (isValidElement(icon) ? icon : <Glyph of={icon} />)}
              {name}
            </button>
          </Fragment>
        ))}
      </div>
    </Popup>
  );
}

const entries = '[role=menuitem]:not([aria-disabled=true])';
