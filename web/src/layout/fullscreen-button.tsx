import { FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}

/** 全屏显示, and back; a warning where the browser cannot (spec.md 8). */
export function FullscreenButton() {
  const { message } = App.useApp();
  const full = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);
  const toggle = async (): Promise<void> => {
    try {
      if (document.fullscreenElement !== null) await document.exitFullscreen();
      else await document.documentElement.requestFullscreen();
    } catch {
      void message.warning('当前浏览器不支持全屏显示');
    }
  };
  const label = full ? '退出全屏' : '全屏显示';
  return (
    <Button
      type="text"
      className="shell-wide"
      icon={full ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
      aria-label={label}
      title={label}
      onClick={() => void toggle()}
    />
  );
}
