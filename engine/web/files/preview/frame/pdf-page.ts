import { TextLayer, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** CSS pixels per PDF point. */
const pixelsPerPoint = 96 / 72;

/**
 * A page as an element of its size and a function that renders it once: an image with a text layer over it, for reading and copying. Until then it
 * has the size of the first page.
 */
export function pdfPage(document_: PDFDocumentProxy, number: number, size: { width: number; height: number }) {
  const element = document.createElement('section');
  element.className = 'page';
  element.setAttribute('aria-label', `第 ${number} 页`);
  setSize(element, size.width * pixelsPerPoint, size.height * pixelsPerPoint);
  let begun = false;
  const draw = async (): Promise<void> => {
    if (begun) return;
    begun = true;
    const page = await document_.getPage(number);
    const viewport = page.getViewport({ scale: pixelsPerPoint });
    setSize(element, viewport.width, viewport.height);
    // At twice the screen's resolution, so that it stays sharp when zoomed in, but within the size limits of a canvas.
    const fine = Math.min(2 * Math.max(1, devicePixelRatio), 4096 / Math.max(viewport.width, viewport.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.floor(viewport.width * fine);
    canvas.height = Math.floor(viewport.height * fine);
    element.append(canvas);
    await page.render({ canvas, viewport: page.getViewport({ scale: pixelsPerPoint * fine }) }).promise;
    const words = document.createElement('div');
    words.className = 'textLayer';
    element.style.setProperty('--total-scale-factor', String(pixelsPerPoint));
    element.append(words);
    await new TextLayer({ textContentSource: page.streamTextContent(), container: words, viewport }).render();
    page.cleanup();
  };
  return { element, draw };
}

function setSize(element: HTMLElement, width: number, height: number): void {
  element.style.width = `${width}px`;
  element.style.height = `${height}px`;
}
