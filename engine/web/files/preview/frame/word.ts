import { renderAsync } from 'docx-preview';
import { checkOffice } from './check-office.ts';
import { fitWidth } from './fit-width.ts';
import { start } from './start.ts';

start(async ({ bytes, root }) => {
  checkOffice(bytes);
  const pages = document.createElement('div');
  // A separate element, as the renderer empties it first.
  const styles = document.createElement('div');
  root.append(styles, pages);
  // Parts in other formats (altChunk) would be shown as HTML pages.
  await renderAsync(new Blob([bytes]), pages, styles, { className: 'word', inWrapper: true, renderAltChunks: false });
  fitWidth(pages, () => Math.max(0, ...[...pages.querySelectorAll<HTMLElement>('section.word')].map(({ offsetWidth }) => offsetWidth)));
});
