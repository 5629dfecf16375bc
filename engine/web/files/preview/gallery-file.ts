import type { FileRecord } from '@back-office/contract/calls/file.ts';

/** What the gallery needs of a file. */
export type GalleryFile = Pick<FileRecord, 'id' | 'fileName' | 'fileType' | 'filePath' | 'fileSize'>;
