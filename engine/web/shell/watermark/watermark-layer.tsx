import { type WatermarkAnswer, watermarkPaths } from '@back-office/contract/calls/watermark.ts';
import { useEffect, useState } from 'react';
import { useLive } from '../../platform/live/use-live.ts';
import { request } from '../../platform/request/request.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { showWatermark } from './show-watermark.ts';

/** Shows the watermark for people whom the server requires it for, as soon as a role does, and reports to the server if it was removed. */
export function WatermarkLayer() {
  const { userId, rolesCredentials } = useSession();
  const token = rolesCredentials?.credentials.accessToken;
  const [marked, setMarked] = useState<{ of: string; words: string }>();
  const [asked, setAsked] = useState(0);
  useLive('functions', () => setAsked((times) => times + 1));
  useEffect(() => {
    if (token === undefined) return undefined;
    const control = new AbortController();
    request<WatermarkAnswer>(watermarkPaths.read, { quiet: true, signal: control.signal }).then(
      (answer) => setMarked(answer === null ? undefined : { of: userId, words: `${answer.userName} ${answer.userAccount}` }),
      // The last answer applies: the watermark does not disappear because a call failed.
      () => undefined,
    );
    return () => control.abort();
  }, [token, userId, asked]);
  const words = marked?.of === userId ? marked.words : undefined;
  useEffect(
    () =>
      words === undefined
        ? undefined
        : showWatermark(words, () => {
            request(watermarkPaths.removed, { method: 'POST', quiet: true }).catch(() => undefined);
          }),
    [words],
  );
  return null;
}
