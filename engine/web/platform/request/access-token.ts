let accessToken: string | undefined;

/** The token sent with every call; undefined if nobody is signed in. */
export const getAccessToken = (): string | undefined => accessToken;

/** Called only by the session store, so that the request layer does not depend on it. */
export function setAccessToken(token: string | undefined): void {
  accessToken = token;
}
