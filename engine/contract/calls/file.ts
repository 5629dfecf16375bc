/**
 * Files (docs/wire.md "Files"). The calls beside this file's payloads:
 *
 * - POST /api/file/upload: multipart, `UploadFields` and the part `chunk` in any order. Answers `UploadState`, and with
 *   the chunk that completes the file `FileRecord`. An `Idempotency-Key` on a first chunk makes a repeated
 *   request return the same upload.
 * - GET /api/file/upload/{id}: `UploadState`. DELETE /api/file/upload/{id}: cancels an unfinished upload.
 * - GET /api/file/select-uploads: `UnfinishedUpload[]`, the user's own.
 * - GET /api/file/select?otcId=&otcType=, or ?ids=a,b (at most 100): the `FileRecord[]` that the user may see.
 * - POST /api/file/save-known: `KnownFile`; answers a `FileRecord` made of bytes that the user has sent before, or null.
 * - PUT /api/file/link: `LinkFiles`; attaches the user's own unattached files to a record they may change.
 * - POST /api/file/viewer-link: `{ id }`; answers `ViewerLink`, which needs no session; only with an office viewer set.
 * - DELETE /api/file/delete?id=
 *
 * `sys/file` is also a resource with select, select-page and delete; its records have `filePath` and `thumbnailPath` too.
 * `otcType` is the name of a resource (`sys/msg`) and `otcId` the id of its record: people who may read the record see its
 * files, people who may edit it add and delete them. With any other `otcType`, and without `otcId`, a file belongs to its
 * uploader alone.
 */
export interface UploadFields {
  totalChunks: number;
  /** Counted from 0. */
  currentChunk: number;
  otcId?: string;
  otcType?: string;
  /** Defaults to `Server`. */
  fileSource?: string;
  fileAlias?: string;
  /** Hex SHA-256 of the chunk; checked when sent. */
  chunkHash?: string;
}

/** `data` of an upload's answer until the upload is complete: which chunks have arrived. */
export interface UploadState {
  id: string;
  totalChunks: number;
  received: number[];
  /** In GET upload/{id} of a complete upload. */
  file?: FileRecord;
}

export interface UnfinishedUpload extends UploadState {
  fileName: string;
  otcId: string | null;
  otcType: string | null;
  fileAlias: string | null;
  /** The bytes received so far. */
  receivedSize: number;
  /** The size of the largest chunk received: the size that the file was cut into. */
  chunkSize: number;
  /** `YYYY-MM-DD HH:mm:ss`: after this time it may be deleted. */
  expireTime: string;
}

/** A stored file as calls return it. */
export interface FileRecord {
  id: string;
  fileName: string;
  /** The extension, in lower case. */
  fileType: string;
  /** Signed and bound to the session; it expires, so request it again instead of storing it. */
  filePath: string;
  fileAlias: string | null;
  fileSize: number;
  otcId: string | null;
  otcType: string | null;
  fileSource: string;
  /** For an image, signed like `filePath`; null for any other file. */
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

/** `data` of POST viewer-link: valid for a few minutes and a few fetches, without a session. */
export interface ViewerLink {
  /** Path and query under this origin. */
  path: string;
  /** `YYYY-MM-DD HH:mm:ss` */
  expireTime: string;
}

/**
 * `fileSource` of a file embedded in the text of its record, such as a picture in a notice. The operation that writes the text attaches, counts and
 * deletes such files; they cannot be uploaded as such, and are not attachments.
 */
export const embeddedSource = 'Embedded';

/** Whether a file of a record is an attachment, not embedded in its text. */
export const isAttachment = ({ fileSource }: Pick<FileRecord, 'fileSource'>): boolean => fileSource !== embeddedSource;

/** The allowed types and size of a picture that is part of its record. */
export const pictureFiles = {
  types: ['jpeg', 'jpg', 'png'],
  /** In bytes. */
  maxSize: 20 * 1024 * 1024,
} as const;

/** Messages of refused uploads (docs/spec.md 5). */
export const uploadTexts = {
  type: (types: readonly string[]): string => `文件格式只支持 ${types.join('、')}`,
  size: (megabytes: number): string => `文件大小不能超过${megabytes}M！`,
  content: (type: string): string => `文件内容与扩展名 .${type} 不符，或文件已损坏`,
  macros: '文档含有宏，请另存为不含宏的文档',
  count: '文件超出限制！',
  noSpace: '存储空间不足',
  noOriginal: '原始文件不存在！',
} as const;
