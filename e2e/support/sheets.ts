import type { Page } from '@playwright/test';
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';

interface Sheet {
  /** Without spaces, since the reader inserts more of them than are printed; a few radicals are not normalised (页, 见). */
  words: string;
  /** Whether something repeats as a pattern, which only the watermark does. */
  isMarked: boolean;
}

/** Each sheet that the page prints, read by the product's own PDF reader. */
export async function sheetsOf(page: Page): Promise<Sheet[]> {
  const bytes = await page.pdf({ preferCSSPageSize: true });
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const paper = await task.promise;
  const sheets: Sheet[] = [];
  for (let at = 1; at <= paper.numPages; at += 1) {
    const sheet = await paper.getPage(at);
    const { items } = await sheet.getTextContent();
    const words = items.map((item) => ('str' in item ? item.str : '')).join('');
    const { fnArray } = await sheet.getOperatorList();
    sheets.push({ words: words.normalize('NFKC').replaceAll(/\s+/g, ''), isMarked: fnArray.includes(OPS.setFillColorN) });
  }
  await task.destroy();
  return sheets;
}
