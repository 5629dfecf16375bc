import { renderAsync } from 'docx-preview';
import { checkOffice } from './check-office.ts';
import { fitWidth } from './fit-width.ts';
import { start } from './start.ts';

start(async ({ bytes, root }) => {
  checkOffice(bytes);
  const pages = document.createElement('div');
  // A place of its own: the renderer empties it first.
  const styles = document.createElement('div');
  root.append(styles, pages);
  // Parts in foreign formats (altChunk) would be shown as pages of HTML.
  await renderAsync(new Blob([bytes]), pages, styles, { className: 'word', inWrapper: true, renderAltChunks: false });
  fitWidth(pages, () => Math.max(0, ...[...pages.querySelectorAll<HTMLElement>('section.word')].map(({ offsetWidth }) => offsetWidth)));
});
