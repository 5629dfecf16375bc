import { type WatermarkAnswer, watermarkPaths } from '@back-office/contract/calls/watermark.ts';
import { useEffect } from 'react';
import { request } from '../../platform/request/request.ts';
import { useConfig } from '../../platform/session/use-config.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { hangWatermark } from './hang-watermark.ts';

/** Hangs the mark over the pages of those for whom WATERMARK says so, and tells the server when it was taken away. */
export function KeepWatermark() {
  const isUsed = useConfig()?.watermark === true;
  const { userId } = useSession();
  useEffect(() => {
    if (!isUsed || userId === '') return undefined;
    let take = (): void => undefined;
    const control = new AbortController();
    request<WatermarkAnswer>(watermarkPaths.read, { quiet: true, signal: control.signal }).then(
      (marked) => {
        if (marked === null || control.signal.aborted) return;
        take = hangWatermark(`${marked.userName} ${marked.userAccount}`, () => {
          request(watermarkPaths.removed, { method: 'POST', quiet: true }).catch(() => undefined);
        });
      },
      () => undefined,
    );
    return () => {
      control.abort();
      take();
    };
  }, [isUsed, userId]);
  return null;
}
