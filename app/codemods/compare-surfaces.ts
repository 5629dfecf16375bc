import { compareVersions } from './apply-codemods.ts';

/**
 * The names in a report of the surface (docs/reference/surface.txt): each exported name, and `Name.member` for the
 * members of each type and of each value that is an object.
 */
export function namesOf(report: string): Set<string> {
  const names = new Set<string>();
  for (const [name, text] of definitionsIn(report)) {
    names.add(name);
    for (const { member } of text.split('\n').flatMap(membersOf)) names.add(`${name}.${member}`);
  }
  return names;
}

/** The definitions of a report by their names, each with all its lines. */
function definitionsIn(report: string): Map<string, string> {
  const texts = new Map<string, string>();
  for (const line of report.split('\n')) {
    const name = /^(?:async )?(?:function|const|interface|type|class) (\w+)/.exec(line)?.[1];
    if (name !== undefined) texts.set(name, [...(texts.get(name)?.split('\n') ?? []), line].join('\n'));
  }
  return texts;
}

/** The members of a definition. A function's type parameters and positional parameters do not count: its types are items of their own. */
function membersOf(line: string): { member: string; isOptional: boolean }[] {
  const isObject = /^const \w+ = \{/.test(line);
  if (!isObject && !/^(?:interface|type|class) /.test(line)) return [];
  const begins = isObject ? '[{,]' : '[{;]';
  const member = new RegExp(`${begins} (?:(?:readonly|async|get) )*'?([\\w-]+)'?(\\??)[(:<]`, 'g');
  return [...withoutParameters(line).matchAll(member)].map(([, name = '', mark]) => ({ member: name, isOptional: mark === '?' }));
}

/** The line without its parenthesised parts, which contain no members; parts with braces are kept. */
function withoutParameters(line: string): string {
  const shorter = line.replace(/\([^(){}]*\)/g, '<>');
  return shorter === line ? line : withoutParameters(shorter);
}

/**
 * The names that are no longer exported; members of a removed type are included in it. An optional member that has
 * become required is `Name.member?`; a word or a type removed from a union is `Name.'word'` or `Name.Type`.
 */
export function removedBetween(before: string, now: string): string[] {
  const [oldNames, newNames] = [namesOf(before), namesOf(now)];
  const removed = [...oldNames].filter((name) => !newNames.has(name));
  const standing = removed.filter((name) => !name.includes('.') || newNames.has(name.split('.')[0] ?? ''));
  return [...new Set([...standing, ...narrowedBetween(definitionsIn(before), definitionsIn(now))])];
}

/** The new requirements of definitions that still exist, and the words or types that they no longer accept. */
function narrowedBetween(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): string[] {
  return [...before].flatMap(([name, oldText]) => {
    const newText = now.get(name);
    if (newText === undefined) return [];
    const members = newText.split('\n').flatMap(membersOf);
    const optional = oldText.split('\n').flatMap((line) => membersOf(line).flatMap(({ member, isOptional }) => (isOptional ? member : [])));
    const required = optional.filter((one) => {
      const same = members.filter(({ member }) => member === one);
      return same.length > 0 && !same.some(({ isOptional }) => isOptional);
    });
    // A former inline union may now be a type of its own.
    const moved = [...newText.matchAll(/\b[A-Z]\w+/g)].flatMap(([type]) => (containsWord(oldText, type) ? [] : (now.get(type) ?? [])));
    const taken = unionsIn(oldText).filter((word) => !containsWord([newText, ...moved].join('\n'), word));
    return [...required.map((member) => `${name}.${member}?`), ...taken.map((word) => `${name}.${word}`)];
  });
}

/** The words and types of a definition's unions. */
const unionsIn = (text: string): string[] =>
  [...text.matchAll(/(?<=\| )(?:'[^']*'|[A-Z]\w*)|(?:'[^']*'|\b[A-Z]\w*)(?= \|)/g)].map(([word]) => word);

const containsWord = (text: string, word: string): boolean =>
  word.startsWith("'") ? text.includes(word) : new RegExp(`\\b${word}\\b`).test(text);

/**
 * The names among these that nothing announces to a company: neither a codemod's title nor a changelog line with
 * Breaking mentions them in the versions after `version`.
 */
export function unannounced(
  removed: readonly string[],
  version: string,
  changelog: string,
  codemods: readonly { version: string; title: string }[],
) {
  const since = changelog.split(new RegExp(`^## ${version.replaceAll('.', '\\.')}$`, 'm'))[0] ?? '';
  const lines = since.split(/^- /m).filter((line) => /\bbreaking\b/i.test(line));
  const titles = codemods.filter((one) => compareVersions(one.version, version) > 0).map(({ title }) => title);
  return removed.filter((name) => {
    const said = name.slice(name.indexOf('.') + 1).replace(/^'|[?']$/g, '');
    const word = new RegExp(`(?<![\\w])${said.replace(/[^\w\p{L}]/gu, '\\$&')}(?![\\w])`);
    return ![...lines, ...titles].some((text) => word.test(text));
  });
}
