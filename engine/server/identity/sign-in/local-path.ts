/** The local path to open after signing in; undefined for any text that a browser could read as another address (docs/hardening.md C25). */
export function localPath(wanted: unknown): string | undefined {
  if (typeof wanted !== 'string' || wanted.length > 2000 || !/^\/(?![/\\])[\x21-\x5b\x5d-\x7e\u0080-\u{10ffff}]*$/u.test(wanted))
    return undefined;
  const url = URL.parse(wanted, 'http://here');
  // As an address, `/.//evil.com` stays on this site, but its path alone is `//evil.com`.
  return url === null || url.origin !== 'http://here' || url.pathname.startsWith('//') ? undefined : url.pathname + url.search + url.hash;
}
