import { isErrorPath, isGatePath, loginPath } from '../../platform/routing/paths.ts';
import { homePath } from '../../platform/routing/safe-redirect.ts';

/** The navigation guard (docs/spec.md 2.2): where a person who requests this address is sent. */
export function guard({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>, signedIn: boolean): string {
  const wanted = pathname + search + hash;
  if (isErrorPath(pathname)) return wanted;
  if (!signedIn) return isGatePath(pathname) ? wanted : loginPath(wanted);
  return pathname === '/' || isGatePath(pathname) ? homePath : wanted;
}
