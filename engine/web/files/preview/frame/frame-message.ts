import type { DocumentKind } from './file-kind.ts';

/** The first message to the frame, with a port for all others: the document, and the renderer's code. */
export interface FrameJob {
  kind: DocumentKind;
  /** The renderer's code as text; in development the URL of its module. */
  code?: string;
  url?: string;
  bytes: ArrayBuffer;
  fileType: string;
}

/** From the frame to the page. */
export type FromFrame =
  | { type: 'done'; note?: string }
  | { type: 'failed'; message: string }
  /** Requests a file that the renderer needs, by a name that the page knows. */
  | { type: 'asset'; name: string }
  /** A key pressed while the frame had the focus. */
  | { type: 'key'; key: string }
  /** Input of the person, at most once a second. */
  | { type: 'input' };

/** From the page to the frame. */
export type ToFrame = { type: 'asset'; name: string; bytes: ArrayBuffer | null } | { type: 'zoom'; scale: number };
