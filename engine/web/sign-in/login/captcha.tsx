import { useId, useLayoutEffect, useRef } from 'react';
import { drawCaptcha } from './draw-captcha.ts';
import type { CaptchaChar } from './random-captcha.ts';

/** The captcha as a button; a click creates a new one. */
export function Captcha({ chars, onRefresh }: { chars: readonly CaptchaChar[]; onRefresh: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (button.current !== null) drawCaptcha(button.current, chars);
  }, [chars]);
  return (
    <button ref={button} type="button" id={useId()} className="captcha" title="点击换一张" aria-label="点击换一张" onClick={onRefresh} />
  );
}
