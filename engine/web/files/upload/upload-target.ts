/** The URL of an upload, and the record it belongs to (docs/spec.md 3: file record; docs/spec.md 7: chunked upload). */
export interface UploadTarget {
  otcId: string;
  otcType: string;
  fileSource: string;
  fileAlias: string;
  url: string;
  /** Chunk size in bytes. */
  chunkSize: number;
  headers?: Readonly<Record<string, string>> | undefined;
  withCredentials?: boolean | undefined;
}

/** The server's own upload call. */
export const uploadUrl = '/api/file/upload';
