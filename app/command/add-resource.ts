import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { maxNameLength } from '@back-office/server/platform/database/max-name-length.ts';
import { StartError } from '@back-office/server/platform/start-error.ts';
import { isAvailableName } from './available-name.ts';
import { flagOrPrompt, readFlags, requireTitle } from './read-flags.ts';
import { constraintOf, declarationOf, featureOf, migrationOf, nameOfValue } from './resource-files.ts';

/**
 * Adds a resource to a company's folder: its declaration, its table, and its feature with a menu entry. Its rights,
 * calls and tests follow from the declaration.
 */
export async function addResource(args: string[], office: string | undefined): Promise<void> {
  const { argument: name, flags } = readFlags(args, ['title', 'in']);
  const value = nameOfValue(name);
  if (!/^[a-z]+(-[a-z]+)*$/.test(name) || !isAvailableName(value, ['defineResource', 'statuses']))
    throw new StartError(
      `A resource cannot be called ${name}: give a word of small letters, or several with hyphens, such as agreement-line.`,
    );
  const folder = resolve(flags.in ?? office ?? '.');
  const contractFile = join(folder, 'contract.ts');
  if (!existsSync(join(folder, 'office.ts')) || !existsSync(contractFile))
    throw new StartError(`${folder} holds no office.ts with a contract.ts: name the company's folder by OFFICE or --in.`);
  const declaration = join(folder, `${name}.ts`);
  if (existsSync(declaration)) throw new StartError(`${declaration} is there already: choose another name.`);
  const contract = await readFile(contractFile, 'utf8');
  // Features declared as values before the module have names too.
  const start = Math.max(0, contract.indexOf(': Module = {'));
  const module = /\bname: '([a-z][a-z0-9]*)'/.exec(contract.slice(start))?.[1];
  const features = /\bfeatures: \[/.exec(contract.slice(start));
  if (module === undefined || features === null)
    throw new StartError(`${contractFile} does not say \`name: '…'\` and \`features: […]\`: write the module as a new one is written.`);
  if (new RegExp(`\\bconst ${value}\\b|\\bimport [^;]*\\b${value}\\b[^;]* from `).test(contract))
    throw new StartError(`${contractFile} says ${value} already: choose another name.`);
  if (constraintOf({ module, name }).length > maxNameLength)
    throw new StartError(
      `The name ${name} is too long: PostgreSQL would cut ${constraintOf({ module, name })} off at ${maxNameLength} letters.`,
    );
  const title = requireTitle(await flagOrPrompt('title', flags.title, '资源的中文名称？'));
  const named = { module, name, title, order: 10 * (1 + contract.split('resource: ').length - 1) };
  const migration = join(folder, 'migrations', `${await nextNumber(join(folder, 'migrations'))}-${name}.sql`);
  const changed = withFeature(contract, start + features.index + features[0].length, named);
  await writeFile(declaration, declarationOf(named));
  await writeFile(migration, migrationOf(named));
  await writeFile(contractFile, changed);
  process.stdout.write(`Added ${module}/${name}: ${declaration}, ${migration}, and its feature in ${contractFile}.\n`);
}

type Named = Parameters<typeof featureOf>[0];

/** The contract with the feature added at the end of its list, and the necessary import. */
function withFeature(contract: string, listStart: number, named: Named): string {
  const listEnd = endOfList(contract, listStart);
  const before = contract.slice(0, listEnd).trimEnd();
  const separator = before.endsWith('[') || before.endsWith(',') ? '' : ',';
  const text = `${before}${separator}\n${featureOf(named)}  ${contract.slice(listEnd)}`;
  const lastImport = /^(?:import [^;]*;\n)+/.exec(text)?.[0] ?? '';
  return `${lastImport}import { ${nameOfValue(named.name)} } from './${named.name}.ts';\n${text.slice(lastImport.length)}`;
}

/** The position of the bracket that closes the one before `start`. Lists of features contain no brackets in texts. */
function endOfList(text: string, start: number): number {
  let depth = 1;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '[') depth += 1;
    if (text[at] === ']') depth -= 1;
    if (depth === 0) return at;
  }
  throw new StartError('contract.ts has a list of features that does not end: close it.');
}

async function nextNumber(folder: string): Promise<string> {
  const files = await readdir(folder).catch(() => {
    throw new StartError(`${folder} is not there: make it, and name it as migrations in server.ts.`);
  });
  const last = Math.max(0, ...files.map((file) => Number(/^(\d{4})-.*\.sql$/.exec(file)?.[1] ?? 0)));
  return String(last + 1).padStart(4, '0');
}
