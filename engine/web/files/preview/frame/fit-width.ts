/** Scales pages of a fixed width to at most the frame's width, also when the frame is resized. */
export function fitWidth(pages: HTMLElement, widest: () => number): void {
  const fit = () => {
    const wide = widest();
    pages.style.setProperty('zoom', wide > 0 ? String(Math.min(1, (innerWidth - 24) / wide)) : '1');
  };
  fit();
  addEventListener('resize', fit);
}
