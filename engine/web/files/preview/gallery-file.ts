import type { FileRecord } from '@back-office/contract/calls/file.ts';

/** The parts of a file that the gallery needs. */
export type GalleryFile = Pick<FileRecord, 'id' | 'fileName' | 'fileType' | 'filePath' | 'fileSize'>;
