/** Makes pages of a fixed width no wider than the frame, and keeps them so when the frame changes. */
export function fitWidth(pages: HTMLElement, widest: () => number): void {
  const fit = () => {
    const wide = widest();
    pages.style.setProperty('zoom', wide > 0 ? String(Math.min(1, (innerWidth - 24) / wide)) : '1');
  };
  fit();
  addEventListener('resize', fit);
}
