/** Where an upload goes and what it is said to belong to (docs/spec.md 3: file record; docs/spec.md 7: chunked upload). */
export interface UploadTarget {
  otcId: string;
  otcType: string;
  fileSource: string;
  fileAlias: string;
  url: string;
  /** Bytes of a chunk. */
  chunkSize: number;
  headers?: Readonly<Record<string, string>> | undefined;
  withCredentials?: boolean | undefined;
}

/** The server's own call. */
export const uploadUrl = '/api/file/upload';
