import './overlay.css';
import '../../platform/ui/plain.css';

/** Stands at the foot of the page after 取消: what is shown can be read on, and how to go on working is within reach. */
export function ExpiredBanner({ onRenew }: { onRenew: () => void }) {
  return (
    <div className="shell-expired" role="status">
      登录已过期，当前内容仍可查看
      <button type="button" className="link-button" onClick={onRenew}>
        不离开本页登录
      </button>
    </div>
  );
}
