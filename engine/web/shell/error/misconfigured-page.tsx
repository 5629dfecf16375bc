import { ErrorState } from '../../platform/states/error-state.tsx';
import { useTitle } from '../../platform/session/use-title.ts';

const title = '页面无法打开';

/** Shown for a page that cannot be rendered: its function record is wrong, and an administrator can fix it. */
export function MisconfiguredPage({ reason }: { reason: string }) {
  useTitle(title);
  return (
    <div className="page-card">
      <ErrorState status="warning" title={title} text={reason} />
    </div>
  );
}
