import { useEffect, useState } from 'react';
import '../../platform/ui/plain.css';

/** Interval at which an open page checks for a newer build, in milliseconds. */
const everyMs = 5 * 60_000;

/** Script files are named by a hash of their content: another name means another build. */
const scriptOf = (page: string): string | undefined => /<script[^>]+src="(\/assets\/[^"]+)"/.exec(page)?.[1];
const own = scriptOf(document.documentElement.outerHTML);

/** A banner when the server has a newer build than this page; the person decides when to reload. Unsaved input is kept as a draft (drafts/). */
export function VersionBanner() {
  const [newer, setNewer] = useState(false);
  const [later, setLater] = useState(false);
  useEffect(() => {
    if (own === undefined || newer) return;
    const look = (): void => void serverScript().then((found) => setNewer(found !== undefined && found !== own));
    const onShow = (): void => {
      if (document.visibilityState === 'visible') look();
    };
    const timer = setInterval(onShow, everyMs);
    document.addEventListener('visibilitychange', onShow);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onShow);
    };
  }, [newer]);
  if (!newer || later) return null;
  return (
    <div className="shell-version" role="status">
      系统已更新，刷新后使用新版本；未保存的内容会留作草稿
      <button type="button" className="link-button" onClick={() => location.reload()}>
        立即刷新
      </button>
      <button type="button" className="link-button" onClick={() => setLater(true)}>
        稍后
      </button>
    </div>
  );
}

/** The first script of the server's current page; undefined if it cannot be fetched. */
async function serverScript(): Promise<string | undefined> {
  try {
    const answer = await fetch('/index', { headers: { accept: 'text/html' }, cache: 'no-store' });
    return answer.ok ? scriptOf(await answer.text()) : undefined;
  } catch {
    return undefined;
  }
}
