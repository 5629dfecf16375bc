import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from './root.mjs';

/** The compiler's settings for a company's folder: its own, or ours if it has none. */
export function officeTypes({ folder, made }) {
  const own = join(folder, 'tsconfig.json');
  if (existsSync(own)) return own;
  mkdirSync(made, { recursive: true });
  const file = join(made, 'tsconfig.json');
  writeFileSync(file, JSON.stringify({ extends: inRoot('tsconfig.office.json'), include: [folder] }));
  return file;
}
