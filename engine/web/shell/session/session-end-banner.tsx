import { useState } from 'react';
import { feedback } from '../../platform/feedback/feedback.ts';
import { continueSession } from '../../platform/session/continue-session.ts';
import { endPreview } from '../../platform/session/role-preview.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { type SessionEnd, useSessionEnd } from './use-session-end.ts';
import './expired-banner.css';
import '../../platform/ui/plain.css';

const words: Record<SessionEnd['why'] | 'preview', string> = {
  idle: '长时间没有操作，登录即将过期',
  total: '本次登录即将到期，继续使用需再次登录',
  preview: '预览即将到期',
};

/**
 * A banner over the page when the session is about to end, with a button to continue: by using the session, or, if its maximum age is reached, by
 * signing in in place. Open pages stay as they are. A preview is ended instead, as signing in would replace it by the person's own session.
 */
export function SessionEndBanner() {
  const end = useSessionEnd();
  const isPreview = useSession().preview !== null;
  const [busy, setBusy] = useState(false);
  if (end === undefined || busy) return null;
  const why = isPreview && end.why === 'total' ? 'preview' : end.why;
  const goOn = async (): Promise<void> => {
    setBusy(true);
    if (why === 'preview') await endPreview();
    else if (why === 'total') await (await feedback.ready()).signInAgain();
    else await continueSession();
    setBusy(false);
  };
  return (
    <div className="shell-expired" data-over="all" role="alert">
      <span>
        {words[why]}
        {/* Hidden from screen readers, which read the banner once; others see the seconds run. */}
        <span aria-hidden className="shell-expired-time">
          {clockOf(end.leftMs)}
        </span>
      </span>
      <button type="button" className="main-button" onClick={() => void goOn()}>
        {why === 'preview' ? '退出预览' : '继续使用'}
      </button>
    </div>
  );
}

function clockOf(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
