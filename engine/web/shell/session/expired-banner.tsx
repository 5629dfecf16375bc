import './expired-banner.css';
import '../../platform/ui/plain.css';

/** A banner at the bottom of the page after 取消: the page stays readable, and a button signs in again. */
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
