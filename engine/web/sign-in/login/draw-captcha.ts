import type { CaptchaChar } from './random-captcha.ts';
import './captcha.css';

/**
 * Renders the captcha into its button. It only slows people down (the server limits attempts itself), so its characters are also the button's
 * accessible name, for people who cannot see them.
 */
export function drawCaptcha(button: HTMLButtonElement, chars: readonly CaptchaChar[]): void {
  const spoken = document.createElement('span');
  spoken.id = `${button.id}-spoken`;
  spoken.hidden = true;
  spoken.textContent = `依次为 ${chars.map(({ char }) => (/[A-Z]/.test(char) ? `大写 ${char}` : char)).join('，')}`;
  button.setAttribute('aria-label', `${chars.map(({ char }) => char).join('')}，点击换一张`);
  button.setAttribute('aria-describedby', spoken.id);
  button.replaceChildren(...chars.map(drawn), spoken);
}

function drawn({ char, colour, size, rotation }: CaptchaChar): HTMLElement {
  const span = document.createElement('span');
  span.ariaHidden = 'true';
  span.className = `captcha-${colour}`;
  span.style.fontSize = `${size}px`;
  span.style.rotate = `${rotation}deg`;
  span.textContent = char;
  return span;
}
