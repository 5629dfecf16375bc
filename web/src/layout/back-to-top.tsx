import { VerticalAlignTopOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useSyncExternalStore } from 'react';
import './overlay.css';

/** How far down it comes to be of use, in pixels. */
const far = 400;

function subscribe(listener: () => void): () => void {
  addEventListener('scroll', listener, { passive: true });
  return () => removeEventListener('scroll', listener);
}

/** Leads back to the top of a long page. */
export function BackToTop() {
  const shown = useSyncExternalStore(subscribe, () => scrollY > far);
  if (!shown) return null;
  const up = (): void => {
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    scrollTo({ top: 0, behavior: still ? 'instant' : 'smooth' });
    // The button is about to go, and would take the focus with it.
    document.getElementById('content')?.focus({ preventScroll: true });
  };
  return (
    <Button
      className="back-to-top"
      shape="circle"
      size="large"
      icon={<VerticalAlignTopOutlined />}
      aria-label="回到顶部"
      title="回到顶部"
      onClick={up}
    />
  );
}
