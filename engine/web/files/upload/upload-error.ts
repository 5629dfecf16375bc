/**
 * Why a chunk did not arrive. `lost` and `busy` pass: the network is gone, or the server has no time. `refused` is the
 * server's word against this file, `gone` that it no longer knows the upload, `signed-out` that nobody is signed in any
 * more, `failed` anything else; these do not pass.
 */
export class UploadError extends Error {
  readonly kind: 'lost' | 'busy' | 'refused' | 'gone' | 'signed-out' | 'failed';
  /** Milliseconds that the server asks to wait. */
  readonly after: number | undefined;

  constructor(kind: UploadError['kind'], message: string, after?: number) {
    super(message);
    this.name = 'UploadError';
    this.kind = kind;
    this.after = after;
  }
}
