/**
 * The header by which every answer to somebody who is signed in tells when the session ends, as a list of seconds from
 * then (RFC 9651): `idle=43200, total=86400`, without further use and in all; no `total` where age ends none.
 */
export const sessionEndsHeader = 'Session-Ends-In';

/** In how many seconds a session ends. */
export interface SessionEnds {
  idle: number;
  total?: number;
}

/** The header's value. Rounded up: whoever trusts it never asks a moment too early whether the session is over. */
export const writeSessionEnds = ({ idle, total }: SessionEnds): string =>
  `idle=${Math.ceil(idle)}${total === undefined ? '' : `, total=${Math.ceil(total)}`}`;

/** Reads it; undefined where there is none. */
export function readSessionEnds(header: string | null): SessionEnds | undefined {
  const [, idle, total] = /^idle=(\d+)(?:, total=(\d+))?$/.exec(header ?? '') ?? [];
  if (idle === undefined) return undefined;
  return { idle: Number(idle), ...(total === undefined ? {} : { total: Number(total) }) };
}
