import { VerticalAlignTopOutlined } from '@ant-design/icons-svg';
import { useEffect, useState } from 'react';
import { BarButton } from '../../platform/ui/bar-button.tsx';
import './overlay.css';

/** The scroll offset from which the button is shown, in pixels. */
const far = 400;

/** A button that scrolls back to the top of a long page. */
export function BackToTop() {
  // Not read before the first scroll: it would force a synchronous layout.
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const look = (): void => setShown(scrollY > far);
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, []);
  if (!shown) return null;
  const up = (): void => {
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    scrollTo({ top: 0, behavior: still ? 'instant' : 'smooth' });
    // The button is about to be removed, and would lose the focus.
    document.getElementById('content')?.focus({ preventScroll: true });
  };
  return <BarButton className="back-to-top" icon={VerticalAlignTopOutlined} label="回到顶部" onClick={up} />;
}
