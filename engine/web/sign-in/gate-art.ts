import art from './gate-art.svg';
import './gate-art.css';

/** Where the picture beside the forms is; nowhere on a window without room for it (gate-art.css). */
export const gateArt = (): string | undefined =>
  matchMedia('(width >= 1100px) and (height >= 560px)').matches ? `${art}#gate-art` : undefined;

/** Draws it beside the sign-in form, which came with the page. */
export function showGateArt(): void {
  const art = gateArt();
  if (art !== undefined) document.querySelector('.gate-art use')?.setAttribute('href', art);
}
