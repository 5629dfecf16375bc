/**
 * The header in every answer to a signed-in user with the seconds until the session ends, as a list (RFC 9651): `idle=43200, total=86400`, that is
 * without further use and in any case; no `total` if sessions have no maximum age.
 */
export const sessionEndsHeader = 'Session-Ends-In';

/** Seconds until a session ends. */
export interface SessionEnds {
  idle: number;
  total?: number;
}

/** The header's value. Rounded up, so that a client that relies on it never checks too early whether the session is over. */
export const writeSessionEnds = ({ idle, total }: SessionEnds): string =>
  `idle=${Math.ceil(idle)}${total === undefined ? '' : `, total=${Math.ceil(total)}`}`;

/** Parses the header; undefined if it is missing or invalid. */
export function readSessionEnds(header: string | null): SessionEnds | undefined {
  const [, idle, total] = /^idle=(\d+)(?:, total=(\d+))?$/.exec(header ?? '') ?? [];
  if (idle === undefined) return undefined;
  return { idle: Number(idle), ...(total === undefined ? {} : { total: Number(total) }) };
}
