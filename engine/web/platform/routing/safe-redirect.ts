import { isGatePath } from './paths.ts';

/** Where a sign-in leads when nothing safe was asked for. */
export const homePath = '/index';

/**
 * The path on this origin that `wanted` asks for, or the home path: a link may name where a sign-in leads, so anything
 * that a browser could read as another origin or a script is refused (docs/hardening.md C25).
 */
export function safeRedirect(wanted: string | null, origin = location.origin): string {
  if (wanted === null || !wanted.startsWith('/') || !URL.canParse(wanted, origin)) return homePath;
  const url = new URL(wanted, origin);
  const path = url.pathname + url.search + url.hash;
  // `/.//evil.com` stays on the origin as a URL, but its path alone is `//evil.com`.
  const foreign = url.origin !== origin || /^\/[/\\]/.test(path);
  return foreign || isGatePath(url.pathname) || url.pathname === '/' ? homePath : path;
}
