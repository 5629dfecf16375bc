/** Something that the server depends on could not do its work now: answered as 503; the cause goes to the log alone. */
export class Unavailable extends Error {
  override name = 'Unavailable';
}
