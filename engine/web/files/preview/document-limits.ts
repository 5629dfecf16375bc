import type { DocumentKind } from './frame/file-kind.ts';

const megabyte = 1024 * 1024;

/** Maximum size of documents rendered in the browser, in bytes. */
export const maxDocumentBytes: Readonly<Record<DocumentKind, number>> = {
  pdf: 100 * megabyte,
  word: 30 * megabyte,
  powerpoint: 60 * megabyte,
};

/** Time limit for rendering a document, in milliseconds. */
export const renderTimeoutMs = 30_000;
