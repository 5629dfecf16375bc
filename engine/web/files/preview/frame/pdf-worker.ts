// A single classic script: Chromium cannot start a module worker from a blob with an opaque origin.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
