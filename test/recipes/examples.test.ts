import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { readSurface } from '../read-surface.ts';

/* The examples in the docstrings of exports for companies, each compiled as a file of a company's folder. */
const root = join(import.meta.dirname, '../..');
const folder = await mkdtemp(join(tmpdir(), 'back-office-examples-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const surface = ['contract', 'server', 'web', 'testing'].flatMap((entry) =>
  readSurface(entry).map(({ name, doc, signature }) => ({
    name,
    doc,
    isValue: !/^(?:interface|type)\b/.test(signature),
    from: `back-office/${entry}`,
  })),
);
const declared = (file: string, ...names: readonly string[]) =>
  names.map((name) => ({ name, from: join(root, 'examples/agreements', file) }));
/** Further names in examples: from libraries, and the declarations of the example company. */
const others = [
  { name: 'sql', from: 'kysely' },
  { name: 'Kysely', from: 'kysely' },
  { name: 'FastifyInstance', from: 'fastify' },
  { name: 'z', from: 'zod' },
  { name: 'useQuery', from: '@tanstack/react-query' },
  { name: 'ReactNode', from: 'react' },
  { name: 'Link', from: 'react-router' },
  { name: 'useNavigate', from: 'react-router' },
  { name: 'FileProtectOutlined', from: '@ant-design/icons-svg' },
  ...declared('agreement.ts', 'agreement', 'states'),
  ...declared('agreement-line.ts', 'agreementLine'),
  ...declared('party.ts', 'party'),
];

/** The text below `@example`, without the leading asterisks. */
function exampleOf(doc: string): string | undefined {
  const [, text] = doc.replace(/^ *\* ?/gm, '').split('@example\n');
  return text?.trim();
}

/** An example with the imports that it needs: every exported name that it does not define itself. */
function moduleOf(text: string): string {
  const needed = [...surface, ...others].filter(
    ({ name }) => new RegExp(`\\b${name}\\b`).test(text) && !new RegExp(`(const|function|interface) ${name}\\b`).test(text),
  );
  return `${needed.map(({ name, from }) => `import { ${name} } from '${from}';`).join('\n')}\n${text}\nexport {};\n`;
}

it('the examples in docstrings compile', { timeout: 600_000 }, async () => {
  const examples = surface.flatMap(({ name, doc }) => {
    const text = exampleOf(doc);
    return text === undefined ? [] : [{ name, text }];
  });
  // Among types, those that make up a company's folder.
  expect(examples.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Module', 'Feature', 'ServerModule', 'ServerFeature', 'WebModule']),
  );
  const silent = surface.filter(({ isValue, doc }) => isValue && exampleOf(doc) === undefined).map(({ name }) => name);
  expect(silent, 'Show in its docstring, below `@example`, how a company would use it').toEqual([]);
  for (const { name, text } of examples) await writeFile(join(folder, `${name}.tsx`), moduleOf(text));
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: join(root, 'tsconfig.office.json'),
      compilerOptions: { verbatimModuleSyntax: false, noUnusedLocals: false },
      include: ['.'],
    }),
  );
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const said = await promisify(execFile)(process.execPath, [compiler, '-p', folder]).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  );
  expect(said).toBe('');
});
