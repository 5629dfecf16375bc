let accessToken: string | undefined;

/** The token that goes with every call; undefined when nobody is signed in. */
export const getAccessToken = (): string | undefined => accessToken;

/** Called by the session store alone, so that the request layer need not know it. */
export function setAccessToken(token: string | undefined): void {
  accessToken = token;
}
