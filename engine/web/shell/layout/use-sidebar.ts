import { useCallback, useEffect, useState } from 'react';
import { useMedia } from '../../platform/appearance/use-media.ts';
import { storeLocally } from '../../platform/store/store-locally.ts';

const key = 'sidebar';

interface SidebarState {
  mobile: boolean;
  open: boolean;
  /** True if the window's width opened or closed it, which must not be animated (docs/spec.md 4). */
  still: boolean;
  toggle: () => void;
  close: () => void;
}

/** Whether the sidebar is open: remembered on a wide screen, initially closed on a narrow one (docs/spec.md 2.3). */
export function useSidebar(): SidebarState {
  const mobile = useMedia('(width < 992px)');
  const [wide, setWide] = useState(() => localStorage.getItem(key) !== 'closed');
  const [drawer, setDrawer] = useState(false);
  const [forced, setForced] = useState({ mobile, still: true });
  // The width class has changed: set during the render, so that no frame shows the drawer open.
  if (forced.mobile !== mobile) {
    setForced({ mobile, still: true });
    setDrawer(false);
  }

  useEffect(() => storeLocally(key, wide ? 'open' : 'closed'), [wide]);

  const toggle = useCallback(() => {
    setForced({ mobile, still: false });
    if (mobile) setDrawer((open) => !open);
    else setWide((open) => !open);
  }, [mobile]);
  const close = useCallback(() => setDrawer(false), []);
  return { mobile, open: mobile ? drawer : wide, still: forced.still, toggle, close };
}
