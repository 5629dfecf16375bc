import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import {
  type Argument,
  type Expression,
  type Node,
  parseSync,
  type TaggedTemplateExpression,
  type TemplateLiteral,
  type TSInterfaceDeclaration,
  type TSType,
  type TSTypeAliasDeclaration,
  Visitor,
} from 'oxc-parser';
import { snake } from '../platform/database/snake.ts';

/** Placeholder for the name of a table that is known only at run time. */
export const anyTable = '\u0002';

/** A statement that the source writes as SQL, with `$1` … for its values. */
export interface RawStatement {
  /** Its place in the source, such as `engine/server/crud/select.ts:31`. */
  readonly place: string;
  readonly text: string;
  /** The declared type of its rows, as in `sql<Row<'sys_user', 'id'>>`; undefined without one. */
  readonly row: { readonly type: TSType; readonly source: Source } | undefined;
}

/** The declarations of one file by name: constants in their order, functions by what they return, imports by their file. */
export interface Source {
  readonly path: string;
  readonly text: string;
  readonly constants: Map<string, { at: number; value: Expression }[]>;
  readonly functions: Map<string, { parameters: string[]; gives: Expression }>;
  readonly imports: Map<string, string>;
  readonly types: Map<string, TSTypeAliasDeclaration | TSInterfaceDeclaration>;
  readonly statements: { sql: TaggedTemplateExpression | Argument; row: TSType | undefined }[];
}

/** Values of a function's parameters, while its body is followed. */
type Given = ReadonlyMap<string, { value: Node; source: Source; given: Given }>;

const root = resolve(import.meta.dirname, '../../..');
/** Placeholder for a value that exists only at run time. */
const value = '\u0001';
/** Most variants of one statement, by its conditions, that are examined. */
const maxVariants = 16;

const sources = new Map<string, Source>();

/**
 * The statements that the sources below these folders write as SQL, assembled as far as the text allows: constants,
 * both branches of conditions, and functions that return a part are followed. Parts known only at run time become
 * values, and the table of any resource becomes `anyTable`.
 */
export function rawStatements(folders: readonly string[]): RawStatement[] {
  const statements: RawStatement[] = [];
  for (const path of folders.flatMap((folder) => filesOf(join(root, folder)))) {
    const source = read(path);
    for (const { sql, row } of source.statements) {
      const place = `${relative(root, path)}:${source.text.slice(0, sql.start).split('\n').length}`;
      for (const text of (partOf(sql, source, new Map()) ?? []).map(numbered))
        if (/^\s*(?:select|insert|update|delete|with)\b/i.test(text)) statements.push({ place, text, row: row && { type: row, source } });
    }
  }
  return statements;
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|(?:^|\/)(?:testing|web|node_modules)\//.test(name))
    .map((name) => join(folder, name));
}

function numbered(text: string): string {
  let count = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
  return text.replaceAll(value, () => `$${(count += 1)}`);
}

function read(path: string): Source {
  const kept = sources.get(path);
  if (kept !== undefined) return kept;
  const text = readFileSync(path, 'utf8');
  const source: Source = { path, text, constants: new Map(), functions: new Map(), imports: new Map(), types: new Map(), statements: [] };
  sources.set(path, source);
  const keep = (name: string, parameters: readonly Node[], gives: Expression | null | undefined): void => {
    if (gives) source.functions.set(name, { parameters: parameters.map((one) => (one.type === 'Identifier' ? one.name : '')), gives });
  };
  new Visitor({
    ImportDeclaration(node) {
      for (const one of node.specifiers) source.imports.set(one.local.name, node.source.value);
    },
    VariableDeclarator({ id, init, start }) {
      if (id.type !== 'Identifier' || init === null) return;
      source.constants.set(id.name, [...(source.constants.get(id.name) ?? []), { at: start, value: init }]);
      if (init.type === 'ArrowFunctionExpression' && init.body.type !== 'BlockStatement') keep(id.name, init.params, init.body);
    },
    FunctionDeclaration({ id, params, body }) {
      const last = body?.body.at(-1);
      if (id !== null && last?.type === 'ReturnStatement') keep(id.name, params, last.argument);
    },
    TSTypeAliasDeclaration: (node) => void source.types.set(node.id.name, node),
    TSInterfaceDeclaration: (node) => void source.types.set(node.id.name, node),
    CallExpression({ callee, arguments: [first], typeArguments }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      if (callee.property.name === 'execute' && callee.object.type === 'TaggedTemplateExpression')
        source.statements.push({ sql: callee.object, row: callee.object.typeArguments?.params[0] });
      if (callee.property.name === 'query' && (first?.type === 'TemplateLiteral' || first?.type === 'Literal'))
        source.statements.push({ sql: first, row: typeArguments?.params[0] });
    },
  }).visit(parseSync(path, text).program);
  return source;
}

/** The variants of a part of SQL; undefined for a value, which is not SQL. */
function partOf(node: Node, source: Source, given: Given): string[] | undefined {
  switch (node.type) {
    case 'TaggedTemplateExpression':
      return node.tag.type === 'Identifier' && node.tag.name === 'sql' ? templateOf(node.quasi, source, given) : undefined;
    case 'TemplateLiteral':
      return node.expressions.length === 0
        ? [node.quasis[0]?.value.cooked ?? '']
        : [node.quasis.map((quasi) => quasi.value.cooked ?? '').join(value)];
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : undefined;
    case 'ConditionalExpression':
      return eitherOf([node.consequent, node.alternate], source, given);
    case 'LogicalExpression':
      return eitherOf([node.left, node.right], source, given);
    case 'Identifier':
      return namedPart(node.name, node.start, source, given);
    case 'CallExpression':
      return calledPart(node.callee, node.arguments, source, given);
    default:
      return undefined;
  }
}

function templateOf({ quasis, expressions }: TemplateLiteral, source: Source, given: Given): string[] {
  return quasis.reduce<string[]>(
    (ways, quasi, at) => {
      const expression = expressions[at];
      // An interpolated text is a value, whatever its content.
      const isValue = expression === undefined || expression.type === 'Literal' || expression.type === 'TemplateLiteral';
      const parts = expression === undefined ? [''] : isValue ? [value] : (partOf(expression, source, given) ?? [value]);
      return ways.flatMap((way) => parts.map((part) => way + (quasi.value.cooked ?? '') + part)).slice(0, maxVariants);
    },
    [''],
  );
}

function eitherOf(nodes: readonly Node[], source: Source, given: Given): string[] | undefined {
  const found = nodes.map((node) => (node.type === 'Literal' ? undefined : partOf(node, source, given)));
  return found.every((ways) => ways === undefined) ? undefined : found.flatMap((ways) => ways ?? []);
}

function namedPart(name: string, before: number, source: Source, given: Given): string[] | undefined {
  const argument = given.get(name);
  if (argument !== undefined) return isText(argument.value) ? undefined : partOf(argument.value, argument.source, argument.given);
  const constant = source.constants.get(name)?.findLast(({ at }) => at < before) ?? source.constants.get(name)?.[0];
  if (constant !== undefined) return isText(constant.value) ? undefined : partOf(constant.value, source, given);
  const from = sourceOf(name, source);
  const exported = from?.constants.get(name)?.[0];
  return from === undefined || exported === undefined || isText(exported.value) ? undefined : partOf(exported.value, from, new Map());
}

const isText = ({ type }: Node): boolean => type === 'Literal' || type === 'TemplateLiteral';

function calledPart(callee: Expression, values: readonly Argument[], source: Source, given: Given): string[] | undefined {
  if (callee.type === 'MemberExpression' && callee.object.type === 'Identifier' && callee.object.name === 'sql')
    return callee.property.type === 'Identifier' ? [nameGiven(callee.property.name, values[0])] : undefined;
  if (callee.type !== 'Identifier') return undefined;
  const from = source.functions.has(callee.name) ? source : sourceOf(callee.name, source);
  const called = from?.functions.get(callee.name);
  if (from === undefined || called === undefined || isText(called.gives)) return undefined;
  const inside = new Map(
    called.parameters.flatMap((name, at) => {
      const argument = values[at];
      return argument === undefined ? [] : [[name, { value: argument, source, given }] as const];
    }),
  );
  return partOf(called.gives, from, inside);
}

/** `sql.lit(status)`, `sql.table('sys_user')`, `sql.ref('t.createTime')`; any other name, and a join, is known only at run time. */
function nameGiven(what: string, name: Argument | undefined): string {
  if (what === 'lit') return "'literal'";
  const isNamed = what !== 'join' && what !== 'raw' && name?.type === 'Literal' && typeof name.value === 'string';
  if (isNamed && typeof name.value === 'string') return snake(name.value);
  return what === 'table' ? anyTable : value;
}

/** Our source file from which a name is imported. */
export function sourceOf(name: string, { imports, path }: Source): Source | undefined {
  const from = imports.get(name);
  if (from === undefined) return undefined;
  if (from.startsWith('.')) return read(resolve(dirname(path), from));
  const [, folder, rest] = /^@back-office\/([a-z]+)\/(.+\.ts)$/.exec(from) ?? [];
  if (folder === undefined || rest === undefined) return undefined;
  return read(join(root, folder === 'sys' ? 'sys' : `engine/${folder}`, rest));
}
