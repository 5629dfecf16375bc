import { extname } from 'node:path';

/** Whether this is the installed package, where each of our sources is JavaScript (docs/decisions/0054-packages.md). */
const isPackage = extname(import.meta.filename) === '.js';

/** One of the operator's commands as they type it: in the checkout, or in the company's folder where the product is a package. */
export function commandLine(name: string, args = '', packed = isPackage): string {
  if (packed) return `npx back-office ${name} ${args}`.trimEnd();
  return args === '' ? `npm run ${name}` : `npm run ${name} -- ${args}`;
}
