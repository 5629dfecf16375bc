import AppContext from 'antd/es/app/context';
import { type ComponentType, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { queuedFeedback } from '../../platform/feedback/antd-feedback.ts';
import { closeWithHistory } from './close-with-history.ts';
import { feedback } from '../../platform/feedback/feedback.ts';
import { afterwards } from '../../platform/timing/afterwards.ts';
import { keepFocus } from '../../platform/keyboard/keep-focus.ts';
import { useShellSlots } from '../routing/shell-slots.tsx';
import { AntTheme } from '../theme/ant-theme.tsx';
import { useModuleCheck } from '../routing/use-module-check.ts';
import '../theme/ant.css';
import '../theme/touch.css';

const pages = closeWithHistory(queuedFeedback(feedback.ready, feedback.there));

/** What is rendered with antd: every page but the home page, and all messages and dialogs. A separate chunk (rich-pages.tsx). */
export function AntRoot({ children }: { children: ReactNode }) {
  const { modules, fetchPages } = useShellSlots();
  useModuleCheck(modules);
  useEffect(() => pages.listen(), []);
  useEffect(() => keepFocus(), []);
  useEffect(() => afterwards.do(() => void fetchPages()), [fetchPages]);
  return (
    <AntTheme>
      <AppContext value={pages.feedback}>{children}</AppContext>
      <LaterNotifier />
    </AntTheme>
  );
}

/** Messages and dialogs, loaded when one is shown, or else when the browser is idle. */
function LaterNotifier() {
  const asked = useSyncExternalStore(feedback.subscribe, feedback.asked);
  const [Notifier, setNotifier] = useState<ComponentType>();
  const [idle, setIdle] = useState(false);
  useEffect(() => afterwards.do(() => setIdle(true)), []);
  const wanted = idle || asked > 0;
  useEffect(() => {
    if (!wanted || Notifier !== undefined) return;
    // If it cannot be loaded, it is retried with the next message.
    import('../session/notifier.tsx').then(
      (part) => setNotifier(() => part.Notifier),
      () => undefined,
    );
  }, [wanted, asked, Notifier]);
  return Notifier === undefined ? null : <Notifier />;
}
