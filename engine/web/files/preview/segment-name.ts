/** The file name at the end of an address, as a playlist means it. */
export function segmentName(address: string): string {
  const { pathname } = new URL(address, 'http://localhost');
  const name = pathname.slice(pathname.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
