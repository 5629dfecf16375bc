import { getDocument, PasswordException, PDFWorker, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { fitWidth } from './fit-width.ts';
import { pdfPage } from './pdf-page.ts';
import { RenderError, start, type Task } from './start.ts';

/** More pages than anybody reads here; the rest can be downloaded. */
const maxPages = 500;

start(async ({ bytes, root, asset }) => {
  const document_ = await open(bytes, asset);
  const pages = document.createElement('div');
  pages.className = 'pages';
  root.append(pages);
  const first = await document_.getPage(1);
  const { width, height } = first.getViewport({ scale: 1 });
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) void shown.get(target)?.();
    },
    { rootMargin: '100%' },
  );
  const shown = new Map<Element, () => Promise<void>>();
  const count = Math.min(document_.numPages, maxPages);
  for (let number = 1; number <= count; number += 1) {
    const { element, draw } = pdfPage(document_, number, { width, height });
    pages.append(element);
    shown.set(element, draw);
  }
  if (count < document_.numPages) pages.append(noteOf(`只显示前 ${count} 页，共 ${document_.numPages} 页`));
  fitWidth(pages, () => Math.max(0, ...[...pages.children].map((page) => (page instanceof HTMLElement ? page.offsetWidth : 0))));
  const [firstPage] = shown.keys();
  if (firstPage !== undefined) await shown.get(firstPage)?.();
  for (const element of shown.keys()) observer.observe(element);
});

async function open(bytes: ArrayBuffer, asset: Task['asset']): Promise<PDFDocumentProxy> {
  const script = new Blob([await asset('pdf.worker')], { type: 'text/javascript' });
  const worker = new Worker(URL.createObjectURL(script));
  const broken = new Promise<never>((_, reject) => worker.addEventListener('error', () => reject(new Error('no worker'))));
  try {
    const opened = getDocument({
      data: new Uint8Array(bytes),
      worker: PDFWorker.create({ port: worker }),
      BinaryDataFactory: class {
        fetch = async ({ filename }: { filename: string }) => new Uint8Array(await asset(filename));
      },
      cMapUrl: '/',
      standardFontDataUrl: '/',
      wasmUrl: '/',
      useWorkerFetch: false,
      enableXfa: false,
      stopAtErrors: false,
      maxImageSize: 64 * 1024 * 1024,
    }).promise;
    return await Promise.race([opened, broken]);
  } catch (error) {
    throw error instanceof PasswordException ? new RenderError('文件有密码保护，请下载后查看') : error;
  }
}

function noteOf(text: string): HTMLElement {
  const note = document.createElement('p');
  note.textContent = text;
  return note;
}
