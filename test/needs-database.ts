import { readImports, readSource, sourceFiles } from './read-imports.ts';

const databaseOpeners = new Set(['engine/server/platform/database/open-database.ts', 'app/testing/server/test-template.ts']);
const databasePattern = /TEST_DATABASE_URL|testTemplate/;
const sources = new Set(sourceFiles());
const analyses = new Map<string, { asks: boolean; imports: readonly string[] }>();

/** Whether a file, or any direct or indirect import, opens a database or asks which one the tests have. */
export function needsDatabase(file: string): boolean {
  const reached = new Set([file]);
  for (const next of reached) {
    const { asks: asksItself, imports } = analyse(next);
    if (asksItself || databaseOpeners.has(next)) return true;
    for (const to of imports) reached.add(to);
  }
  return false;
}

function analyse(file: string): { asks: boolean; imports: readonly string[] } {
  const known = analyses.get(file);
  if (known !== undefined) return known;
  const text = readSource(file);
  const imports = readImports(file, text).flatMap(({ to }) => (sources.has(to) ? [to] : []));
  const seen = { asks: databasePattern.test(text), imports };
  analyses.set(file, seen);
  return seen;
}
