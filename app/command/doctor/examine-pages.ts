import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type OfficePlace, ourFile } from '../../loading/office-place.mjs';
import { fail, type Finding, ok, warn } from './finding.ts';

/** Whether what the company draws fits together: pages that nobody draws, and names that two claim or nobody has. */
export const examinePages = ({ folder }: OfficePlace): Promise<Finding> =>
  promisify(execFile)(process.execPath, [ourFile('app/loading/try-web.ts'), folder]).then(
    () => ok('pages', 'each is drawn'),
    ({ code, stderr }: { code: number; stderr: string }) =>
      code === 1 ? fail('pages', stderr.trim()) : warn('pages', `could not be looked through: ${stderr.trim().split('\n')[0] ?? ''}`),
  );
