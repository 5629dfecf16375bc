import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import './overlay.css';

/** A line at the top while the page that was gone to is on its way; a quick one shows none (shell.css). */
export function ProgressBar() {
  const { key } = useLocation();
  const busy = useIsFetching() > 0;
  const [phase, setPhase] = useState<{ of: string; state: 'starting' | 'busy' | 'done' }>({ of: key, state: 'starting' });
  if (phase.of !== key) setPhase({ of: key, state: 'starting' });
  else if (busy && phase.state === 'starting') setPhase({ of: key, state: 'busy' });
  else if (!busy && phase.state === 'busy') setPhase({ of: key, state: 'done' });

  // A page that asks for nothing is there when it is drawn.
  useEffect(() => {
    const timer = setTimeout(
      () => setPhase((now) => (now.of === key && now.state === 'starting' ? { of: key, state: 'done' } : now)),
      1_000,
    );
    return () => clearTimeout(timer);
  }, [key]);
  if (phase.state === 'done') return null;
  return <div key={key} className="shell-progress" role="progressbar" aria-label="正在加载页面" />;
}
