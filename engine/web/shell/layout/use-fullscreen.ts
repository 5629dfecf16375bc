import { FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons-svg';
import { useSyncExternalStore } from 'react';
import { feedback } from '../../platform/feedback/feedback.ts';

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}

/** Browsers of some phones do not know the property. */
const isFull = (): boolean => Boolean(document.fullscreenElement);

/** Shows the window in full screen or ends that; shows a warning if the browser does not support it (docs/spec.md 8). */
async function toggle(): Promise<void> {
  try {
    if (isFull()) await document.exitFullscreen();
    else await document.documentElement.requestFullscreen();
  } catch {
    void (await feedback.ready()).message.warning('当前浏览器不支持全屏显示');
  }
}

/** The action 全屏显示, or 退出全屏 while it is on. */
export function useFullscreen() {
  const full = useSyncExternalStore(subscribe, isFull);
  return { icon: full ? FullscreenExitOutlined : FullscreenOutlined, label: full ? '退出全屏' : '全屏显示', onClick: () => void toggle() };
}
