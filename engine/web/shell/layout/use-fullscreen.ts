import { FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons-svg';
import { useSyncExternalStore } from 'react';
import { feedback } from '../../platform/feedback/feedback.ts';

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}

/** Shows the window in full screen or ends that; shows a warning if the browser does not support it (docs/spec.md 8). */
async function toggle(): Promise<void> {
  try {
    if (document.fullscreenElement !== null) await document.exitFullscreen();
    else await document.documentElement.requestFullscreen();
  } catch {
    void (await feedback.ready()).message.warning('当前浏览器不支持全屏显示');
  }
}

/** The action 全屏显示, or 退出全屏 while it is on. */
export function useFullscreen() {
  const full = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);
  return { icon: full ? FullscreenExitOutlined : FullscreenOutlined, label: full ? '退出全屏' : '全屏显示', onClick: () => void toggle() };
}
