import { FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons-svg';
import { useSyncExternalStore } from 'react';
import { feedback } from '../../platform/feedback/feedback.ts';
import { BarButton } from '../../platform/ui/bar-button.tsx';

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}

/** Toggles 全屏显示; shows a warning if the browser does not support it (docs/spec.md 8). */
export function FullscreenButton() {
  const full = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);
  const toggle = async (): Promise<void> => {
    try {
      if (document.fullscreenElement !== null) await document.exitFullscreen();
      else await document.documentElement.requestFullscreen();
    } catch {
      void (await feedback.ready()).message.warning('当前浏览器不支持全屏显示');
    }
  };
  const label = full ? '退出全屏' : '全屏显示';
  return (
    <BarButton
      className="shell-wide"
      icon={full ? FullscreenExitOutlined : FullscreenOutlined}
      label={label}
      onClick={() => void toggle()}
    />
  );
}
