import { useEffect, useState } from 'react';
import '../../platform/ui/plain.css';

/** How often an open page asks whether there is a newer one, in milliseconds. */
const everyMs = 5 * 60_000;

/** The scripts of a page are named after their contents: another first script, another build. */
const scriptOf = (page: string): string | undefined => /<script[^>]+src="(\/assets\/[^"]+)"/.exec(page)?.[1];
const own = scriptOf(document.documentElement.outerHTML);

/** A quiet line when the server has a newer build than this page; the person decides when to reload. What is typed stays as a draft (drafts/). */
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

/** The first script of the page as the server has it now; undefined when it cannot be asked. */
async function serverScript(): Promise<string | undefined> {
  try {
    const answer = await fetch('/index', { headers: { accept: 'text/html' }, cache: 'no-store' });
    return answer.ok ? scriptOf(await answer.text()) : undefined;
  } catch {
    return undefined;
  }
}
