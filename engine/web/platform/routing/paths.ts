/** /login and its variants, in upper and lower case as they were typed. */
export const isLoginPath = (path: string): boolean => /^\/login(?:\/|$)/i.test(path);

/** The pages for a forgotten password, variants of /login: the request for a link, and the page that the link opens. */
export const isResetPage = ({ pathname, search }: { pathname: string; search: string }): boolean =>
  isLoginPath(pathname) && (search === '?forgot' || search === '?reset');

/** Pages only for people who are not signed in. */
export const isGatePath = (path: string): boolean => isLoginPath(path) || /^\/register\/?$/i.test(path);

/** Error pages, which everybody may always see. */
export const isErrorPath = (path: string): boolean => path === '/error' || path.startsWith('/error/');

/** The path of the sign-in page that redirects to `wanted` afterwards. */
export const loginPath = (wanted: string): string => `/login?redirect=${encodeURIComponent(wanted)}`;
