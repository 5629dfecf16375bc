import { limits } from '@back-office/contract/limits.ts';

/** File types of attachments: the uploader's, plus the videos that the gallery plays, with the segments of an m3u8. */
export const attachmentTypes: readonly string[] = [...limits.upload.types, ...limits.upload.films];
