/** The file name at the end of a segment's address in a playlist. */
export function segmentName(address: string): string {
  const { pathname } = new URL(address, 'http://localhost');
  const name = pathname.slice(pathname.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
