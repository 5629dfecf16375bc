import { existsSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import { parseSync } from 'oxc-parser';
import { readSource } from './read-imports.ts';

/** A name that a company may import: its definition, its use, and its documentation. */
export interface Handed {
  readonly name: string;
  readonly file: string;
  readonly signature: string;
  readonly doc: string;
}

type Node = ReturnType<typeof parseSync>['program']['body'][number];
type Variable = Extract<Node, { type: 'VariableDeclaration' }>['declarations'][number];
type Spot = { start: number; end: number; instead?: string };

const root = resolve(import.meta.dirname, '..');

/** The exports of an entry, in the order of names. */
export function readSurface(entry: string, text: string = readSource(`app/entry/${entry}.ts`)): Handed[] {
  const file = `app/entry/${entry}.ts`;
  const handed = parseSync(file, text).program.body.flatMap((node) => {
    if (node.type !== 'ExportNamedDeclaration') return [];
    if (node.declaration) return [definitionIn(file, nameOf(node) ?? '')];
    const from = fileOf(file, node.source?.value ?? '');
    return node.specifiers.map(({ local, exported }) => ({
      ...definitionIn(from, text.slice(local.start, local.end)),
      name: text.slice(exported.start, exported.end),
    }));
  });
  return handed.toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}

/**
 * The types behind these exports that nobody can import by name: those named by a signature, those named by these, and
 * so on. A change to one of them is a change to the surface.
 */
export function readBehind(handed: readonly Handed[]): Handed[] {
  const found = new Map(handed.map((one) => [`${one.file} ${one.name}`, one]));
  const shown = new Set(handed.flatMap(({ file, signature }) => typesIn(signature).map((name) => `${file} ${name}`)));
  const follow = ({ file, signature }: Handed): Handed[] =>
    placesIn(file, signature).flatMap((place) => {
      const key = `${place.file} ${place.name}`;
      if (found.has(key)) return [];
      const one = definitionIn(place.file, place.name);
      found.set(key, one);
      return [one, ...follow(one)];
    });
  return handed
    .flatMap(follow)
    .filter(({ file, name }) => !shown.has(`${file} ${name}`))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.file.localeCompare(b.file, 'en'));
}

/** The names of the types that a text defines. */
const typesIn = (signature: string): string[] =>
  [...signature.matchAll(/^(?:declare )?(?:interface|type|abstract class|class) (\w+)/gm)].map(([, name = '']) => name);

/** The files that define those of our types that a signature names, resolved from its file. */
function placesIn(file: string, signature: string): { file: string; name: string }[] {
  const words = new Set(signature.match(/\b[A-Z]\w+/g));
  return parseSync(file, readSource(file)).program.body.flatMap((node) => {
    const name = nameOf(node);
    const isType = /^(?:TSInterface|TSTypeAlias|Class)Declaration$/.test(
      (node.type === 'ExportNamedDeclaration' ? node.declaration : node)?.type ?? '',
    );
    if (name !== undefined && isType && words.has(name)) return [{ file, name }];
    if (node.type !== 'ImportDeclaration' || !/^(?:\.|@back-office\/)/.test(node.source.value)) return [];
    return node.specifiers.flatMap((specifier) => {
      if (specifier.type !== 'ImportSpecifier' || !words.has(specifier.local.name)) return [];
      const from = fileOf(file, node.source.value);
      const imported = specifier.imported.type === 'Identifier' ? specifier.imported.name : specifier.local.name;
      return /\.tsx?$/.test(from) ? [placeOf(from, imported)] : [];
    });
  });
}

/** The place where a name is defined that a file exports, possibly by re-export. */
const placeOf = (file: string, name: string): { file: string; name: string } => ({ file: definitionIn(file, name).file, name });

/** A file of the project by the name under which another imports it. */
function fileOf(importer: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(importer), specifier);
  const path = specifier.replace('@back-office/', '');
  return existsSync(join(root, 'engine', path)) ? `engine/${path}` : path;
}

/** Finds a definition, following re-exports. */
export function definitionIn(file: string, name: string, text: string = readSource(file)): Handed {
  const { program, comments } = parseSync(file, text);
  const nodes = program.body.filter((node) => nameOf(node) === name);
  const [first] = nodes;
  if (first === undefined) {
    const reExport = program.body.find(
      (node) =>
        node.type === 'ExportNamedDeclaration' &&
        node.source !== null &&
        node.specifiers.some(({ exported }) => text.slice(exported.start, exported.end) === name),
    );
    if (reExport?.type !== 'ExportNamedDeclaration' || !reExport.source) throw new Error(`${file} does not define ${name}`);
    return definitionIn(fileOf(file, reExport.source.value), name);
  }
  const doc = comments.findLast(
    ({ type, value, end }) => type === 'Block' && value.startsWith('*') && end <= first.start && text.slice(end, first.start).trim() === '',
  );
  const blanked = comments.reduce((all, { start, end }) => all.slice(0, start) + ' '.repeat(end - start) + all.slice(end), text);
  const own = nodes.map((node) => signatureOf(node, blanked)).join('\n');
  return {
    name,
    file,
    signature: [
      own,
      ...privateTypes(
        own,
        program.body.filter((node) => !nodes.includes(node)),
        blanked,
      ),
    ].join('\n'),
    doc: doc?.value ?? '',
  };
}

/** The types in the same file that a signature names and nobody can import, such as the props of a page. */
function privateTypes(signature: string, body: readonly Node[], text: string): string[] {
  const words = new Set(signature.match(/\b[A-Z]\w+/g));
  return body.flatMap((node) => {
    if (node.type !== 'TSInterfaceDeclaration' && node.type !== 'TSTypeAliasDeclaration') return [];
    return words.has(node.id.name) ? [signatureOf(node, text)] : [];
  });
}

/** The name that a statement defines, exported or not. */
function nameOf(node: Node): string | undefined {
  const declared = node.type === 'ExportNamedDeclaration' ? node.declaration : node;
  if (declared?.type === 'VariableDeclaration') {
    const id = declared.declarations[0]?.id;
    return id?.type === 'Identifier' ? id.name : undefined;
  }
  return declared && 'id' in declared && declared.id?.type === 'Identifier' ? declared.id.name : undefined;
}

/** A definition without its implementation: types in full, functions up to their bodies, values by their declared types. */
function signatureOf(node: Node, text: string): string {
  const declared = node.type === 'ExportNamedDeclaration' ? (node.declaration ?? node) : node;
  const hidden: Spot[] = [];
  if (declared.type === 'FunctionDeclaration' && declared.body) hidden.push(declared.body);
  if (declared.type === 'ClassDeclaration') hidden.push(...declared.body.body.flatMap(hiddenOfMember));
  if (declared.type === 'VariableDeclaration') hidden.push(...declared.declarations.flatMap(hiddenOfValue(text)));
  const shown = hidden
    .toSorted((a, b) => b.start - a.start)
    .reduce((all, { start, end, instead = '' }) => all.slice(0, start) + instead + all.slice(end), text.slice(0, declared.end));
  return shown.slice(declared.start).replace(/\s+/g, ' ').trim();
}

/** For a value with a declared type, that type is enough; for a function, everything before its body; for a call, its callee. */
function hiddenOfValue(text: string): (variable: Variable) => Spot[] {
  const fromArrow = ({ body, end }: { body: Spot; end: number }): Spot => ({ start: text.lastIndexOf('=>', body.start), end });
  return ({ id, init }) => {
    if (!init) return [];
    if (id.type === 'Identifier' && id.typeAnnotation) return [{ start: id.end, end: init.end }];
    if (init.type === 'ArrowFunctionExpression') return [fromArrow(init)];
    if (init.type === 'CallExpression') return [{ start: init.callee.end + 1, end: init.end - 1 }];
    if (init.type !== 'ObjectExpression') return [];
    return init.properties.flatMap((property) =>
      property.type === 'Property' && property.value.type === 'ArrowFunctionExpression' ? [fromArrow(property.value)] : [],
    );
  };
}

/** For a member of a class, omits what nobody outside sees; the body of a method is cut off. */
function hiddenOfMember(member: { start: number; end: number; key?: { type: string } | null; value?: unknown }): Spot[] {
  if (member.key?.type === 'PrivateIdentifier') return [member];
  const body = (member.value as { body?: Spot | null } | null)?.body;
  return body ? [{ start: body.start - 1, end: body.end, instead: ';' }] : [];
}
