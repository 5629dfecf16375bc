/**
 * Why a chunk was not accepted. `lost` (no network) and `busy` (the server is overloaded) are transient. `refused`: the server does not accept this
 * file; `gone`: it no longer knows the upload; `signed-out`: the session has ended; `failed`: anything else. These are not transient.
 */
export class UploadError extends Error {
  readonly kind: 'lost' | 'busy' | 'refused' | 'gone' | 'signed-out' | 'failed';
  /** Milliseconds to wait, as requested by the server. */
  readonly after: number | undefined;

  constructor(kind: UploadError['kind'], message: string, after?: number) {
    super(message);
    this.name = 'UploadError';
    this.kind = kind;
    this.after = after;
  }
}
