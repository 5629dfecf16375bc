/** A dependency of the server could not do its work now: answered as 503; the cause goes to the log alone. */
export class Unavailable extends Error {
  override name = 'Unavailable';
}
