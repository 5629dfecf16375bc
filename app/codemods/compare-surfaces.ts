import { compareVersions } from './apply-codemods.ts';

/**
 * A report of the surface (docs/reference/surface.txt) as names: what is handed out, and `Name.member` of the members of each type and
 * of each value that is an object.
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

/** The members that a definition has. Of a function neither its type parameters nor what it takes by place: its types are items of their own. */
function membersOf(line: string): { member: string; isOptional: boolean }[] {
  const isObject = /^const \w+ = \{/.test(line);
  if (!isObject && !/^(?:interface|type|class) /.test(line)) return [];
  const begins = isObject ? '[{,]' : '[{;]';
  const member = new RegExp(`${begins} (?:(?:readonly|async|get) )*'?([\\w-]+)'?(\\??)[(:<]`, 'g');
  return [...withoutParameters(line).matchAll(member)].map(([, name = '', mark]) => ({ member: name, isOptional: mark === '?' }));
}

/** The line without what stands between parentheses, which is nobody's member, but for what is an object itself. */
function withoutParameters(line: string): string {
  const shorter = line.replace(/\([^(){}]*\)/g, '<>');
  return shorter === line ? line : withoutParameters(shorter);
}

/**
 * What was handed out before and is no more; members of a type that went are gone with it. A member that may no longer be left out is
 * `Name.member?`, a word or a type that a union no longer takes `Name.'word'` or `Name.Type`.
 */
export function goneBetween(before: string, now: string): string[] {
  const [had, has] = [namesOf(before), namesOf(now)];
  const gone = [...had].filter((name) => !has.has(name));
  const standing = gone.filter((name) => !name.includes('.') || has.has(name.split('.')[0] ?? ''));
  return [...new Set([...standing, ...narrowedBetween(definitionsIn(before), definitionsIn(now))])];
}

/** What the definitions that are still there ask for more, and what they take no more. */
function narrowedBetween(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): string[] {
  return [...before].flatMap(([name, had]) => {
    const has = now.get(name);
    if (has === undefined) return [];
    const members = has.split('\n').flatMap(membersOf);
    const optional = had.split('\n').flatMap((line) => membersOf(line).flatMap(({ member, isOptional }) => (isOptional ? member : [])));
    const required = optional.filter((one) => {
      const same = members.filter(({ member }) => member === one);
      return same.length > 0 && !same.some(({ isOptional }) => isOptional);
    });
    // What stood here may stand in a type of its own by now.
    const moved = [...has.matchAll(/\b[A-Z]\w+/g)].flatMap(([type]) => (wordIn(had, type) ? [] : (now.get(type) ?? [])));
    const taken = unionsIn(had).filter((word) => !wordIn([has, ...moved].join('\n'), word));
    return [...required.map((member) => `${name}.${member}?`), ...taken.map((word) => `${name}.${word}`)];
  });
}

/** The words and the types between which a definition lets choose. */
const unionsIn = (text: string): string[] =>
  [...text.matchAll(/(?<=\| )(?:'[^']*'|[A-Z]\w*)|(?:'[^']*'|\b[A-Z]\w*)(?= \|)/g)].map(([word]) => word);

const wordIn = (text: string, word: string): boolean =>
  word.startsWith("'") ? text.includes(word) : new RegExp(`\\b${word}\\b`).test(text);

/**
 * What of these nobody has told a company: neither a codemod's title, nor a line of the changelog that says Breaking, names it in
 * the versions after `version`.
 */
export function untold(
  gone: readonly string[],
  version: string,
  changelog: string,
  codemods: readonly { version: string; title: string }[],
) {
  const since = changelog.split(new RegExp(`^## ${version.replaceAll('.', '\\.')}$`, 'm'))[0] ?? '';
  const lines = since.split(/^- /m).filter((line) => /\bbreaking\b/i.test(line));
  const titles = codemods.filter((one) => compareVersions(one.version, version) > 0).map(({ title }) => title);
  return gone.filter((name) => {
    const said = name.slice(name.indexOf('.') + 1).replace(/^'|[?']$/g, '');
    const word = new RegExp(`(?<![\\w])${said.replace(/[^\w\p{L}]/gu, '\\$&')}(?![\\w])`);
    return ![...lines, ...titles].some((text) => word.test(text));
  });
}
