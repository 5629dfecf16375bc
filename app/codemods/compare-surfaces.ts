import { compareVersions } from './apply-codemods.ts';

/**
 * A report of the surface (docs/reference/surface.txt) as names: what is handed out, and `Name.member` of the members of each type and
 * of each value that is an object.
 */
export function namesOf(report: string): Set<string> {
  const names = new Set<string>();
  for (const line of report.split('\n')) {
    const name = /^(?:async )?(?:function|const|interface|type|class) (\w+)/.exec(line)?.[1];
    if (name === undefined) continue;
    names.add(name);
    for (const member of membersOf(line)) names.add(`${name}.${member}`);
  }
  return names;
}

/** The members that a definition has. Of a function neither its type parameters nor what it takes by place: its types are items of their own. */
function membersOf(line: string): string[] {
  const isObject = /^const \w+ = \{/.test(line);
  if (!isObject && !/^(?:interface|type|class) /.test(line)) return [];
  const begins = isObject ? '[{,]' : '[{;]';
  const member = new RegExp(`${begins} (?:(?:readonly|async|get) )*'?([\\w-]+)'?\\??[(:<]`, 'g');
  return [...withoutParameters(line).matchAll(member)].map(([, name = '']) => name);
}

/** The line without what stands between parentheses, which is nobody's member, but for what is an object itself. */
function withoutParameters(line: string): string {
  const shorter = line.replace(/\([^(){}]*\)/g, '<>');
  return shorter === line ? line : withoutParameters(shorter);
}

/** What was handed out before and is no more; members of a type that went are gone with it. */
export function goneBetween(before: string, now: string): string[] {
  const [had, has] = [namesOf(before), namesOf(now)];
  const gone = [...had].filter((name) => !has.has(name));
  return gone.filter((name) => !name.includes('.') || has.has(name.split('.')[0] ?? ''));
}

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
    const word = new RegExp(`(?<![\\w])${name.split('.').at(-1) ?? ''}(?![\\w])`);
    return ![...lines, ...titles].some((text) => word.test(text));
  });
}
