/**
 * Why a chunk did not arrive. `lost` (no network) and `busy` (the server has no time) are transient. `refused`: the
 * server does not take this file; `gone`: it does not know the upload any more; `signed-out`: nobody is signed in any
 * more; `failed`: anything else. These are not transient.
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
