import { useId } from 'react';
import type { CaptchaChar } from './random-captcha.ts';
import './captcha.css';

/**
 * Draws the captcha; a press of the button makes a new one. It only slows a person down (the server limits attempts
 * itself), so its characters are also the button's name: whoever cannot see them has them read out.
 */
export function Captcha({ chars, onRefresh }: { chars: readonly CaptchaChar[]; onRefresh: () => void }) {
  const id = useId();
  const text = chars.map(({ char }) => char).join('');
  const spoken = chars.map(({ char }) => (/[A-Z]/.test(char) ? `大写 ${char}` : char)).join('，');
  return (
    <button
      type="button"
      className="captcha"
      title="点击换一张"
      aria-label={`${text}，点击换一张`}
      aria-describedby={id}
      onClick={onRefresh}
    >
      {chars.map(({ char, colour, size, rotation }, at) => (
        <span key={at} aria-hidden="true" className={`captcha-${colour}`} style={{ fontSize: size, rotate: `${rotation}deg` }}>
          {char}
        </span>
      ))}
      <span id={id} hidden>
        依次为 {spoken}
      </span>
    </button>
  );
}
