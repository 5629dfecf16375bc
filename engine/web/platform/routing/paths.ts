/** /login and its variants. */
export const isLoginPath = (path: string): boolean => path === '/login' || path.startsWith('/login/');

/** The pages of a forgotten password, variants of /login: where one asks for a link, and where it leads. */
export const isResetPage = ({ pathname, search }: { pathname: string; search: string }): boolean =>
  isLoginPath(pathname) && (search === '?forgot' || search === '?reset');

/** Pages for people who are not signed in, and for them alone. */
export const isGatePath = (path: string): boolean => isLoginPath(path) || path === '/register';

/** Error pages, which everybody may always see. */
export const isErrorPath = (path: string): boolean => path === '/error' || path.startsWith('/error/');

/** The sign-in page that afterwards leads to `wanted`. */
export const loginPath = (wanted: string): string => `/login?redirect=${encodeURIComponent(wanted)}`;
