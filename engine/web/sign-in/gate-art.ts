import art from './gate-art.svg';
import './gate-art.css';

/** URL of the picture beside the forms; undefined if the window has no room for it (gate-art.css). */
export const gateArt = (): string | undefined =>
  matchMedia('(width >= 1100px) and (height >= 560px)').matches ? `${art}#gate-art` : undefined;

/** Shows it beside the sign-in form, which is part of the page's HTML. */
export function showGateArt(): void {
  const art = gateArt();
  if (art !== undefined) document.querySelector('.gate-art use')?.setAttribute('href', art);
}
