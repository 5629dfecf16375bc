// oxlint-disable import/default -- with ?worker&url the bundler exports the URL of the module
import pdf from './frame/pdf.ts?worker&url';
import pdfWorker from './frame/pdf-worker.ts?worker&url';
import powerpoint from './frame/powerpoint.ts?worker&url';
import word from './frame/word.ts?worker&url';
import type { DocumentKind } from './frame/file-kind.ts';

/** URL of each renderer's code: a single file with all of its dependencies. */
export const rendererUrls: Readonly<Record<DocumentKind, string>> = { pdf, powerpoint, word };

// Tables of Chinese, Japanese and Korean character codes, substitutes for the fourteen standard fonts, and decoders for rare image formats, for
// documents that need them.
const found = import.meta.glob<string>(
  [
    '../../../../node_modules/pdfjs-dist/cmaps/*.bcmap',
    '../../../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}',
    '../../../../node_modules/pdfjs-dist/wasm/{openjpeg,jbig2,qcms_bg}.wasm',
  ],
  { query: '?url', import: 'default', eager: true },
);

/** The only files that a renderer may request, by file name. */
const assets: ReadonlyMap<string, string> = new Map([
  ['pdf.worker', pdfWorker],
  ...Object.entries(found).map(([path, url]) => [path.slice(path.lastIndexOf('/') + 1), url] as const),
]);

/** The bytes of a file requested by a renderer; null if there is none of that name. */
export async function readAsset(name: string, signal: AbortSignal): Promise<ArrayBuffer | null> {
  const url = assets.get(name);
  if (url === undefined) return null;
  const answer = await fetch(url, { signal });
  return answer.ok ? answer.arrayBuffer() : null;
}
