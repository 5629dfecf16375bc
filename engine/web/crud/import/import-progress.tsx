import { useEffect, useState } from 'react';
import { grouped } from '@back-office/contract/resource/grouped.ts';
import type { TableState } from './table/table-state.ts';
import type { Work } from './use-checking.ts';

interface DoingProps extends Pick<TableState, 'rows' | 'unsent' | 'invalid'> {
  reading: boolean;
  work: Work | undefined;
}

/** The current activity, or what is left to do. */
export function ImportProgress({ reading, work, rows, unsent, invalid }: DoingProps) {
  const text = reading
    ? '正在读取…'
    : work?.kind === 'checking'
      ? '正在校验…'
      : unsent > 0
        ? `${grouped(unsent)} 行改动尚未校验，导入时会再次校验`
        : invalid > 0
          ? '校验完成，请修改标红的单元格'
          : '校验通过，可以导入';
  return (
    <div className="import-doing">
      <span role="status" className="import-doing-text">
        {work?.kind === 'saving' ? <Saving rows={rows} /> : text}
      </span>
      {work?.kind === 'checking' && <Share share={work.share} />}
    </div>
  );
}

/** The progress of the check. */
function Share({ share }: { share: number }) {
  const percent = Math.round(share * 100);
  return (
    <div className="import-share">
      <div role="progressbar" aria-label="校验进度" aria-valuemin={0} aria-valuemax={100} aria-valuenow={percent}>
        <span style={{ transform: `scaleX(${share})` }} />
      </div>
      {`${percent}%`}
    </div>
  );
}

/** Seconds of saving after which the elapsed time is shown. */
const long = 3;

/** Saving is one transaction: its progress is unknown, but the elapsed time is not. */
function Saving({ rows }: { rows: number }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const began = Date.now();
    const clock = setInterval(() => setSeconds(Math.floor((Date.now() - began) / 1000)), 1000);
    return () => clearInterval(clock);
  }, []);
  if (seconds < long) return '正在保存…';
  return (
    <>
      {`正在保存 ${grouped(rows)} 行，请不要关闭页面。`}
      {/* Hidden from screen readers, which would read it out every second. */}
      <span aria-hidden>{`已用 ${seconds} 秒`}</span>
    </>
  );
}
