// As one classic script: Chromium starts no module worker from a blob of an origin that has no name.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
