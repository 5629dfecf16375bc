import { execFile } from 'node:child_process';
import { promisify, stripVTControlCharacters } from 'node:util';
import { type OfficePlace, ourFile } from '../../loading/office-place.mjs';
import { fail, type Finding, ok, warn } from './finding.ts';

/** Checks a company's browser modules for pages that no feature draws, and for names that are claimed twice or unknown. */
export const examinePages = ({ folder }: OfficePlace): Promise<Finding> =>
  promisify(execFile)(process.execPath, [ourFile('app/loading/try-web.ts'), folder]).then(
    () => ok('pages', 'each is drawn'),
    ({ code, stderr }: { code: number; stderr: string }) =>
      code === 1 ? fail('pages', stderr.trim()) : warn('pages', `could not be looked through: ${messageIn(stderr)}`),
  );

/** What a program wrote before the trace of its error, as one line. */
const messageIn = (stderr: string): string =>
  stripVTControlCharacters(stderr)
    .split(/\n\s+at /)[0]
    ?.replaceAll(/\s+/g, ' ')
    .trim() ?? '';
