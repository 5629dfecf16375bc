import { useCallback, useEffect, useState } from 'react';
import { useMedia } from './use-media.ts';

const key = 'sidebar';

/** Whether the sidebar is open: remembered on a wide screen, closed at first on a narrow one (spec.md 2.3). */
export function useSidebar(): { mobile: boolean; open: boolean; toggle: () => void; close: () => void } {
  const mobile = useMedia('(width < 992px)');
  const [wide, setWide] = useState(() => localStorage.getItem(key) !== 'closed');
  const [drawer, setDrawer] = useState(false);

  useEffect(() => setDrawer(false), [mobile]);
  useEffect(() => localStorage.setItem(key, wide ? 'open' : 'closed'), [wide]);

  const toggle = useCallback(() => (mobile ? setDrawer((open) => !open) : setWide((open) => !open)), [mobile]);
  const close = useCallback(() => setDrawer(false), []);
  return { mobile, open: mobile ? drawer : wide, toggle, close };
}
