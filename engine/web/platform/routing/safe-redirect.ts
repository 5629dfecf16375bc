import { isGatePath } from './paths.ts';

/** The target after signing in if no safe one was given. */
export const homePath = '/index';

/**
 * The path on this origin given by `wanted`, or the home path: links may set the target after signing in, so anything that a browser could interpret
 * as another origin or a script is refused (docs/hardening.md C25).
 */
export function safeRedirect(wanted: string | null, origin = location.origin): string {
  if (wanted === null || !wanted.startsWith('/') || !URL.canParse(wanted, origin)) return homePath;
  const url = new URL(wanted, origin);
  const path = url.pathname + url.search + url.hash;
  // `/.//evil.com` stays on the origin as a URL, but its path alone is `//evil.com`.
  const foreign = url.origin !== origin || /^\/[/\\]/.test(path);
  return foreign || isGatePath(url.pathname) || url.pathname === '/' ? homePath : path;
}
