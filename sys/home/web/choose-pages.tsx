import { CheckOutlined, CloseOutlined, PushpinOutlined } from '@ant-design/icons-svg';
import type { RouteRecord } from '@back-office/contract/office/route-record.ts';
import { preferenceStore } from '@back-office/web/platform/preferences/preference-store.ts';
import { Glyph } from '@back-office/web/platform/ui/glyph.tsx';
import { MenuIcon } from '@back-office/web/shell/menu/menu-icon.tsx';
import './choose-pages.css';

interface Props {
  /** The preference that holds the paths. */
  name: string;
  /** Those that the person may open. */
  pages: readonly RouteRecord[];
  /** The chosen ones. */
  paths: readonly string[];
}

/** 选择页面: marks favourite pages, and removes those that the person has not at the moment, or that are gone for good. */
export function ChoosePages({ name, pages, paths }: Props) {
  const unknown = paths.filter((one) => !pages.some(({ path }) => path === one));
  const toggle = (path: string): void => {
    const off = paths.includes(path);
    preferenceStore.step(name, (now) => {
      // Also those that are unknown here and now, such as while a module is switched off.
      const others = (Array.isArray(now) ? now : []).filter((one) => one !== path);
      const next = off ? others : [...others, path];
      return next.length === 0 ? undefined : next;
    });
  };
  return (
    <ul className="home-links">
      {pages.map(({ path, meta }) => (
        <li key={path}>
          <button type="button" aria-pressed={paths.includes(path)} onClick={() => toggle(path)}>
            <MenuIcon name={meta.icon} />
            {meta.title}
            <Glyph of={paths.includes(path) ? CheckOutlined : PushpinOutlined} className="home-more" />
          </button>
        </li>
      ))}
      {unknown.map((path) => (
        <li key={path}>
          <button
            type="button"
            aria-label={`移除 ${path}，现在打不开`}
            onClick={({ currentTarget }) => {
              focusBeside(currentTarget);
              toggle(path);
            }}
          >
            <span className="home-unknown">
              {path}，<small>现在打不开</small>
            </span>
            <Glyph of={CloseOutlined} className="home-more" />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Focuses the next button of the list, or the one before, since this one is about to be removed. */
function focusBeside(button: HTMLElement): void {
  const line = button.closest('li');
  (line?.nextElementSibling ?? line?.previousElementSibling)?.querySelector('button')?.focus();
}
