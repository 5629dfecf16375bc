import { useSyncExternalStore } from 'react';
import { lateModules } from '../routing/late-modules.ts';
import './failed-modules.css';

/** A line that names the modules that could not be loaded or run; all others keep working. */
export function FailedModules() {
  const failed = useSyncExternalStore(lateModules.subscribe, lateModules.get)?.failed ?? [];
  if (failed.length === 0) return null;
  return (
    <div className="shell-version shell-failed" role="alert">
      {`模块${failed.map((name) => `“${name}”`).join('、')}加载失败，其中的内容暂时看不到，其他功能不受影响。`}
      <button type="button" className="link-button" onClick={() => location.reload()}>
        重试
      </button>
    </div>
  );
}
