import { limits } from '@back-office/contract/limits.ts';

/** What hangs on a record: the uploader's own types, and the videos that the gallery plays besides, with the pieces of an m3u8. */
export const attachmentTypes: readonly string[] = [...limits.upload.types, ...limits.upload.films];
