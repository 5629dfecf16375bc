import { useEffect, useState } from 'react';
import { liveStore } from '../../platform/live/live-store.ts';
import { timeInSentence } from '../../platform/session/time-in-sentence.ts';
import { useDeferredStore } from '../../platform/store/use-deferred-store.ts';
import { Popup } from '../../platform/menus/popup.tsx';
import './connection-dot.css';

/** A shorter interruption than this, in milliseconds, is not shown. */
const unnoticed = 1_500;

/** A dot for the state of the live connection, with the next attempt while it is lost. */
export function ConnectionDot() {
  const { state, lostAt, retryAt, over = false } = useDeferredStore(liveStore.subscribe, liveStore.line);
  const now = useSeconds(lostAt !== undefined && !over);
  const [from, setFrom] = useState<HTMLElement>();
  const lost = !over && lostAt !== undefined && now - lostAt >= unnoticed;
  const label = lost ? '断开，正在重连' : over ? '未连接，数据不会自动更新' : state === 'connected' ? '已连接，数据实时更新' : '正在连接';
  const secondsLeft = retryAt === undefined || state === 'connecting' ? 0 : Math.max(0, Math.ceil((retryAt - now) / 1000));
  return (
    <>
      <button
        type="button"
        className="connection"
        data-state={lost ? 'lost' : state}
        aria-label={lost && secondsLeft > 0 ? `${label}${secondsLeft} 秒` : label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={from !== undefined}
        onClick={({ currentTarget }) => setFrom(from === undefined ? currentTarget : undefined)}
      >
        <span className="connection-spot" />
        {lost && <span className="connection-words">断开，正在重连</span>}
        {lost && secondsLeft > 0 && <span className="connection-left">{secondsLeft} 秒</span>}
      </button>
      {/* Without the seconds, which a screen reader would read out one by one. */}
      <span className="visually-hidden" aria-live="polite">
        {lost ? label : ''}
      </span>
      {from !== undefined && (
        <Popup
          place={{ below: from }}
          role="dialog"
          aria-label="与服务器的连接"
          className="connection-popup"
          onClose={(focus) => {
            setFrom(undefined);
            if (focus) from.focus();
          }}
        >
          <p>
            {lost
              ? `实时更新从 ${timeInSentence.clock(lostAt)} 起中断${timeInSentence.age(lostAt, now)}，页面上的数据可能不是最新的。`
              : over
                ? '登录已失效，数据不会自动更新，重新登录后恢复。'
                : `${label}。`}
          </p>
          {lost && (
            <p>
              {secondsLeft > 0 ? `${secondsLeft} 秒后再次连接。` : '正在连接…'}
              <button type="button" className="link-button" onClick={() => liveStore.wake()}>
                立即重连
              </button>
            </p>
          )}
        </Popup>
      )}
    </>
  );
}

/** The current time, updated each second while `wanted`. */
function useSeconds(wanted: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!wanted) return undefined;
    const tick = (): void => setNow(Date.now());
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [wanted]);
  return now;
}
