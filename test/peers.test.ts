import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

/* The line counts of our examples in docs/peers.md are correct. */
const root = resolve(import.meta.dirname, '..');

/** Lines of an example's files with content: neither blank nor a comment. */
function linesOf(example: string, isCounted: (file: string) => boolean): number {
  const folder = join(root, 'examples', example);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'));
  return files
    .filter((file) => /\.(tsx?|sql)$/.test(file) && !file.includes('.test.') && isCounted(file))
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'))
    .filter((line) => line.trim() !== '' && !/^\s*(?:\/\/|\/\*|\*|--)/.test(line)).length;
}

test('docs/peers.md gives the correct lengths of our examples', () => {
  const web = linesOf('agreements', (file) => /^web[./]/.test(file));
  const server = linesOf('agreements', (file) => /^server[./]/.test(file));
  const tables = linesOf('agreements', (file) => file.endsWith('.sql'));
  const whole = linesOf('agreements', () => true);
  const page = readFileSync(join(root, 'docs/peers.md'), 'utf8');
  const said = [...page.matchAll(/^\| [^|]+ \| (\d+) \|$/gm)].map(([, lines]) => Number(lines));
  expect(said).toEqual([whole - web - server - tables, tables, server, web, whole]);
  expect(page).toContain(`（\`examples/ten-minutes\`）：${linesOf('ten-minutes', () => true)} 行`);
});
