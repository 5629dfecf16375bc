import { may, standardPermissions } from '@back-office/contract/resource/permission.ts';
import { subjectOf } from '@back-office/contract/office/menu.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { TextsField } from '@back-office/contract/resource/field.ts';
import { asIds } from '@back-office/web/crud/fields/as-text.ts';
import type { CellProps, InputProps } from '@back-office/web/crud/fields/field-kit.ts';
import { theOffice } from '@back-office/web/platform/office/open-office.ts';
import { inOrder, permissionWord } from '@back-office/web/platform/session/permission-words.ts';
import { useRights } from '@back-office/web/platform/session/use-rights.ts';
import { GroupedSelect } from '../../shared/web/grouped-select.tsx';
import { GroupedTags } from '../../shared/web/grouped-tags.tsx';
import { token } from '../token.ts';

/** The rights of a key in words, by resource: 用户：查看、编辑. */
export function RightsCell({ value, plain }: CellProps<TextsField>) {
  const named = [...Map.groupBy(asIds(value), resourceIn)].map(
    ([name, rights]) => `${titleOf(name)}：${inOrder(rights.map(wordIn)).map(permissionWord).join('、')}`,
  );
  return <GroupedTags texts={named} plain={plain} />;
}

/** The available choices: the person's own rights, and what is chosen already. */
export function RightsInput(props: InputProps<TextsField>) {
  const rights = useRights();
  // In local mode the browser knows nobody's rights but the account admin's (docs/spec.md 6): then only the server decides.
  const isKnown = rights.all || Object.keys(rights.byResource).length > 0;
  const chosen = asIds(props.value);
  const choices = choicesOf().flatMap(({ name, title, words }) => {
    const children = [...new Set([...words, ...chosen.filter((right) => resourceIn(right) === name).map(wordIn)])]
      .map((word) => ({ value: `${name}:${word}`, title: `${title}：${permissionWord(word)}`, word }))
      .filter((choice) => !isKnown || may(rights, name, choice.word) || chosen.includes(choice.value));
    return children.length === 0 ? [] : [{ value: name, title, children }];
  });
  return <GroupedSelect {...props} groups={choices} placeholder="请选择这个程序需要的权限" />;
}

/** Every resource except keys themselves, and every standalone page in the menu, with their permissions. */
function choicesOf(): { name: string; title: string; words: string[] }[] {
  const { resources, menu } = theOffice();
  const entries = menu.flatMap(({ sections }) => sections);
  const own = new Map(entries.map((entry) => [subjectOf(entry), Object.keys(entry.permissions ?? {})]));
  const pages = entries.flatMap((entry) => ('page' in entry ? [{ name: entry.page, title: entry.title, words: ['read'] }] : []));
  return [...resources.map((resource) => ({ name: resource.name, title: resource.title, words: wordsOf(resource) })), ...pages]
    .filter(({ name }) => name !== token.name)
    .map((choice) => ({ ...choice, words: [...choice.words, ...(own.get(choice.name) ?? [])] }));
}

/** The permissions that generic calls need; those that imply all others are meant for people, and are hidden unless selected. */
function wordsOf({ operations, import: columns }: Resource): string[] {
  const isOffered: Record<(typeof standardPermissions)[number], boolean> = {
    read: operations.includes('select-page'),
    add: operations.includes('save'),
    edit: operations.includes('save'),
    delete: operations.includes('delete'),
    import: operations.includes('save-batch') && columns.length > 0,
    export: operations.includes('export'),
    write: false,
    admin: false,
  };
  return standardPermissions.filter((word) => isOffered[word]);
}

const resourceIn = (right: string): string => right.slice(0, right.indexOf(':'));
const wordIn = (right: string): string => right.slice(right.indexOf(':') + 1);
const titleOf = (name: string): string => choicesOf().find((choice) => choice.name === name)?.title ?? name;
