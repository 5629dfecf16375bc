import { useState } from 'react';
import { feedback } from '../../platform/feedback/feedback.ts';
import { continueSession } from '../../platform/session/continue-session.ts';
import { type SessionEnd, useSessionEnd } from './use-session-end.ts';
import './overlay.css';
import '../../platform/ui/plain.css';

const words: Record<SessionEnd['why'], string> = {
  idle: '长时间没有操作，登录即将过期',
  total: '本次登录即将到期，继续使用需再次登录',
};

/**
 * Stands over the page when the session is about to end, and lets it go on: by using it, or, where its age ends it, by
 * signing in in place. What is open stays as it is.
 */
export function SessionEndBanner() {
  const end = useSessionEnd();
  const [busy, setBusy] = useState(false);
  if (end === undefined || busy) return null;
  const goOn = async (): Promise<void> => {
    setBusy(true);
    if (end.why === 'total') await (await feedback.ready()).signInAgain();
    else await continueSession();
    setBusy(false);
  };
  return (
    <div className="shell-expired" data-over="all" role="alert">
      <span>
        {words[end.why]}
        {/* Heard once; whoever sees it sees the seconds run. */}
        <span aria-hidden className="shell-expired-time">
          {clockOf(end.left)}
        </span>
      </span>
      <button type="button" className="main-button" onClick={() => void goOn()}>
        继续使用
      </button>
    </div>
  );
}

function clockOf(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
