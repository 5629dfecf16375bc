import { PptxViewer, RECOMMENDED_ZIP_LIMITS } from '@aiden0z/pptx-renderer';
import { checkOffice } from './check-office.ts';
import { start } from './start.ts';

start(async ({ bytes, root }) => {
  checkOffice(bytes);
  const slides = document.createElement('div');
  slides.className = 'slides';
  root.append(slides);
  await PptxViewer.open(bytes, slides, {
    zipLimits: RECOMMENDED_ZIP_LIMITS,
    fitMode: 'contain',
    lazySlides: true,
    lazyMedia: true,
    pdfjs: false,
    listOptions: { windowed: true, initialSlides: 4, batchSize: 4 },
  });
});
