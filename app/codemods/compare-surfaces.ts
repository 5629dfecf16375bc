import { compareVersions } from './apply-codemods.ts';

/** A report of the surface (docs/reference/surface.txt) as names: what is handed out, and `Name.member` of each type's members. */
export function namesOf(report: string): Set<string> {
  const names = new Set<string>();
  for (const item of report.split(/\n{2,}/)) {
    if (!/\n {4}\S+$/.test(item.trimEnd())) continue;
    for (const line of item.split('\n').filter((each) => !each.startsWith('    '))) {
      const name = /^(?:declare )?(?:async )?(?:function|const|interface|type|abstract class|class) (\w+)/.exec(line)?.[1];
      if (name === undefined) continue;
      names.add(name);
      // Of a function neither its type parameters nor what it takes by place: its types are items of their own.
      if (!/^(?:interface|class|abstract class)/.test(line)) continue;
      for (const [, member = ''] of line.matchAll(/[{;] (?:readonly )?'?([\w-]+)'?\??[(:<]/g)) names.add(`${name}.${member}`);
    }
  }
  return names;
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
