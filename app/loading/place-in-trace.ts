import { isOfOffice } from './judge-import.ts';
import type { OfficePlace } from './office-place.mjs';

/** Where in the company's own sources an error came from, with the line; of what is installed in its folder nothing. */
export function placeInTrace(place: OfficePlace, error: unknown): string | undefined {
  const trace = error instanceof Error ? (error.stack ?? '') : '';
  return trace
    .split(place.folder)
    .slice(1)
    .map((rest) => place.folder + (/^[^\s)'"]*/.exec(rest)?.[0] ?? ''))
    .find((found) => isOfOffice(place, found));
}
