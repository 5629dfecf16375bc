import { isOfOffice } from './import-rules.ts';
import type { OfficePlace } from './office-place.mjs';

/** The file and line in the company's own sources that an error came from, ignoring packages installed in its folder. */
export function placeInTrace(place: OfficePlace, error: unknown): string | undefined {
  const trace = error instanceof Error ? (error.stack ?? '') : '';
  return trace
    .split(place.folder)
    .slice(1)
    .map((rest) => place.folder + (/^[^\s)'"]*/.exec(rest)?.[0] ?? ''))
    .find((found) => isOfOffice(place, found));
}
