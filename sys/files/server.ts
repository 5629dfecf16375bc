import type { ServerFeature } from '@back-office/server/office/server-feature.ts';
import { filePart } from '@back-office/server/files/file-part.ts';

/** The page of files on the server: records with paths to open them by. */
export const filesServer: ServerFeature = {
  name: 'files',
  parts: ({ files }) => ({ 'sys/file': filePart(files) }),
};
