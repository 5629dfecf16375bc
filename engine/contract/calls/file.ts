/**
 * Files (docs/wire.md "Files"). The calls beside this file's payloads:
 *
 * - POST /api/file/upload: multipart, `UploadFields` and the part `chunk` in any order. Answers `UploadState`, and with
 *   the chunk that completes the file `FileRecord`. An `Idempotency-Key` on a first chunk makes its repeat find the
 *   same upload again.
 * - GET /api/file/upload/{id}: `UploadState`. DELETE /api/file/upload/{id}: gives an unfinished upload up.
 * - GET /api/file/select-uploads: `UnfinishedUpload[]`, the user's own.
 * - GET /api/file/select?otcId=&otcType=, or ?ids=a,b (at most 100): `FileRecord[]`, those one may see.
 * - POST /api/file/save-known: `KnownFile`; answers `FileRecord` made from bytes the user has sent before, or null.
 * - PUT /api/file/link: `LinkFiles`; attaches the user's own unattached files to a record they may change.
 * - POST /api/file/viewer-link: `{ id }`; answers `ViewerLink`, which needs no session; only with an office viewer set.
 * - DELETE /api/file/delete?id=
 *
 * `sys/file` besides is a resource with select, select-page and delete; its records carry `filePath` and
 * `thumbnailPath` too. `otcType` is the name of a resource (`sys/msg`) and `otcId` the id of its record: who may read
 * that record sees its files, who may edit it adds and deletes them. Of any other `otcType`, and without `otcId`, a
 * file is its uploader's alone.
 */
export interface UploadFields {
  totalChunks: number;
  /** From 0. */
  currentChunk: number;
  otcId?: string;
  otcType?: string;
  /** `Server` unless given. */
  fileSource?: string;
  fileAlias?: string;
  /** Hex SHA-256 of the chunk; checked when sent. */
  chunkHash?: string;
}

/** `data` of an upload's answer until it is complete: which chunks are there. */
export interface UploadState {
  id: string;
  totalChunks: number;
  received: number[];
  /** GET upload/{id} of one that is complete. */
  file?: FileRecord;
}

export interface UnfinishedUpload extends UploadState {
  fileName: string;
  otcId: string | null;
  otcType: string | null;
  fileAlias: string | null;
  /** Bytes of the chunks that are there. */
  receivedSize: number;
  /** Bytes of the chunk of most bytes that is there: the size that the file was cut into. */
  chunkSize: number;
  /** `YYYY-MM-DD HH:mm:ss`: from then on it may be swept. */
  expireTime: string;
}

/** A stored file as calls tell of it. */
export interface FileRecord {
  id: string;
  fileName: string;
  /** The extension, in lower case. */
  fileType: string;
  /** Signed and bound to the session; expires, so ask again rather than keep it. */
  filePath: string;
  fileAlias: string | null;
  fileSize: number;
  otcId: string | null;
  otcType: string | null;
  fileSource: string;
  /** Of an image, signed like `filePath`; null for all else. */
  thumbnailPath: string | null;
  /** `YYYY-MM-DD HH:mm:ss` */
  createTime: string;
}

/** Body of POST save-known. */
export interface KnownFile extends Omit<UploadFields, 'totalChunks' | 'currentChunk' | 'chunkHash'> {
  fileName: string;
  fileSize: number;
  /** Hex SHA-256 of the whole file. */
  fileHash: string;
}

/** Body of PUT link. */
export interface LinkFiles {
  ids: string[];
  otcId: string;
  otcType: string;
}

/** `data` of POST viewer-link: good for a few minutes and a few fetches, without a session. */
export interface ViewerLink {
  /** Path and query under this origin. */
  path: string;
  /** `YYYY-MM-DD HH:mm:ss` */
  expireTime: string;
}

/**
 * `fileSource` of a file that stands in the text of its record, as a picture of a notice does. Whoever writes that text ties it, counts
 * it and takes it away; nobody uploads one as such, and it is no attachment.
 */
export const embeddedSource = 'Embedded';

/** Whether a file of a record stands beside its text, and not in it. */
export const isAttachment = ({ fileSource }: Pick<FileRecord, 'fileSource'>): boolean => fileSource !== embeddedSource;

/** What a picture that is part of its record may be. */
export const pictureFiles = {
  types: ['jpeg', 'jpg', 'png'],
  /** Bytes. */
  maxSize: 20 * 1024 * 1024,
} as const;

/** Words of an upload that is refused (docs/spec.md 5). */
export const uploadTexts = {
  type: (types: readonly string[]): string => `文件格式只支持 ${types.join('、')}`,
  size: (megabytes: number): string => `文件大小不能超过${megabytes}M！`,
  content: (type: string): string => `文件内容与扩展名 .${type} 不符，或文件已损坏`,
  macros: '文档含有宏，请另存为不含宏的文档',
  count: '文件超出限制！',
  noSpace: '存储空间不足',
  noOriginal: '原始文件不存在！',
} as const;
