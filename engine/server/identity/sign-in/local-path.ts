/** A path of ours that somebody asks to be led to after signing in; undefined for whatever a browser could read otherwise (docs/hardening.md C25). */
export function localPath(wanted: unknown): string | undefined {
  if (typeof wanted !== 'string' || wanted.length > 2000 || !/^\/(?![/\\])[\x21-\x5b\x5d-\x7e\u0080-\u{10ffff}]*$/u.test(wanted))
    return undefined;
  const url = URL.parse(wanted, 'http://here');
  // `/.//evil.com` stays here as an address, but its path alone is `//evil.com`.
  return url === null || url.origin !== 'http://here' || url.pathname.startsWith('//') ? undefined : url.pathname + url.search + url.hash;
}
