import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { sys } from '@back-office/sys/module.ts';
import { describe, expect, test } from 'vitest';

/*
 * docs/guide contains nothing untrue: each of its code blocks is part of a file that compiles and runs, and its
 * reference names exactly the options that exist.
 */
const root = resolve(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const pages = readdirSync(join(root, 'docs/guide'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
const documents = [...pages.map((name) => `docs/guide/${name}`), 'AGENTS.md'];

interface Block {
  readonly place: string;
  readonly language: string;
  /** The file that it is taken from; empty for terminal input and output. */
  readonly path: string;
  readonly text: string;
}

function blocksOf(document: string, text: string): Block[] {
  return [...text.matchAll(/^( *)```(\w*) ?(\S*)\n(.*?)^\1```$/gms)].map(({ 2: language = '', 3: path = '', 4: body = '', index }) => ({
    place: `${document}:${text.slice(0, index).split('\n').length}`,
    language,
    path,
    text: body,
  }));
}

/** The parts of a block separated by lines of `// …` or `-- …`. */
const partsOf = (text: string): string[] => text.split(/^ *(?:\/\/|--) …\n/m);

/** Why a block differs from its file; undefined if it does not. */
function staleness({ path, text }: Block, source: string): string | undefined {
  let from = 0;
  for (const part of partsOf(text)) {
    const at = `\n${source}`.indexOf(`\n${part}`, from);
    if (at < 0) return `${path} does not hold, after what stands before it:\n${part}`;
    from = at + part.length;
  }
  return undefined;
}

const blocks = documents.flatMap((document) => blocksOf(document, read(document)));

describe('the code blocks of the guide', () => {
  test('name the file that they are taken from, except terminal input and output', () => {
    const nameless = blocks.filter(({ path, language }) => path === '' && language !== 'sh' && language !== 'text');
    expect(nameless.map(({ place }) => place)).toEqual([]);
    expect(blocks.filter(({ path }) => path !== '').length).toBeGreaterThan(30);
  });

  test.each(blocks.filter(({ path }) => path !== ''))('$place is contained in $path', (block) => {
    expect(block.path).toMatch(/^examples\//);
    expect(staleness(block, read(block.path))).toBeUndefined();
  });

  test('are compared line by line and in order', () => {
    const block = { place: '', language: 'ts', path: 'a.ts', text: 'one\n// …\n  three\n' };
    expect(staleness(block, 'one\ntwo\n  three\n')).toBeUndefined();
    expect(staleness(block, '  three\none\n')).toContain('a.ts does not hold');
    expect(staleness(block, 'one\ntwo\nthree\n')).toContain('a.ts does not hold');
    expect(staleness({ ...block, text: 'ne\n' }, 'one\n')).toContain('a.ts does not hold');
  });
});

/** The interfaces with a table in the reference, and the files that declare them. */
const described: readonly [name: string, file: string][] = [
  ['Common', 'engine/contract/resource/field.ts'],
  ['TextField', 'engine/contract/resource/field.ts'],
  ['OwnShape', 'engine/contract/resource/field.ts'],
  ['LongTextField', 'engine/contract/resource/field.ts'],
  ['NumberField', 'engine/contract/resource/field.ts'],
  ['DatetimeField', 'engine/contract/resource/field.ts'],
  ['DateField', 'engine/contract/resource/field.ts'],
  ['BooleanField', 'engine/contract/resource/field.ts'],
  ['DictField', 'engine/contract/resource/field.ts'],
  ['ColourField', 'engine/contract/resource/field.ts'],
  ['SecretField', 'engine/contract/resource/field.ts'],
  ['ReferenceField', 'engine/contract/resource/field.ts'],
  ['ReferencesField', 'engine/contract/resource/field.ts'],
  ['IdsField', 'engine/contract/resource/field.ts'],
  ['ParentField', 'engine/contract/resource/field.ts'],
  ['FileField', 'engine/contract/resource/field.ts'],
  ['JsonField', 'engine/contract/resource/field.ts'],
  ['Resource', 'engine/contract/resource/resource.ts'],
  ['Scope', 'engine/contract/resource/resource.ts'],
  ['Browse', 'engine/contract/resource/browse.ts'],
  ['Module', 'engine/contract/office/module.ts'],
  ['Feature', 'engine/contract/office/feature.ts'],
  ['Extension', 'engine/contract/resource/extension.ts'],
  ['MenuSection', 'engine/contract/office/menu.ts'],
  ['MenuPage', 'engine/contract/office/menu.ts'],
  ['ServerModule', 'engine/server/office/server-module.ts'],
  ['CommonSetting', 'engine/server/platform/module-settings.ts'],
  ['TextSetting', 'engine/server/platform/module-settings.ts'],
  ['NumberSetting', 'engine/server/platform/module-settings.ts'],
  ['ChoiceSetting', 'engine/server/platform/module-settings.ts'],
  ['SwitchSetting', 'engine/server/platform/module-settings.ts'],
  ['ServerFeature', 'engine/server/office/server-feature.ts'],
  ['JobKind', 'engine/server/platform/jobs/job-kind.ts'],
  ['WebModule', 'engine/web/shell/routing/web-module.ts'],
  ['HomeCard', 'engine/web/shell/routing/shell-feature.ts'],
  ['TopBarItem', 'engine/web/shell/routing/shell-feature.ts'],
  ['RecordTab', 'engine/web/crud/parts/record-tab.ts'],
  ['ShellFeature', 'engine/web/shell/routing/shell-feature.ts'],
  ['WebFeature', 'engine/web/shell/routing/web-feature.ts'],
  ['Action', 'engine/web/crud/action.ts'],
];

/** The names that an interface declares itself; for a field without `kind`, which is in its heading. */
function propertiesOf(name: string, file: string): string[] {
  const body = new RegExp(`^(?:export )?interface ${name}\\b[^{]*\\{\\n(.*?)^\\}`, 'ms').exec(read(file))?.[1];
  if (body === undefined) throw new Error(`${file} declares no interface ${name}`);
  return [...body.matchAll(/^ {2}(?:readonly )?(\w+)\??[:(]/gm)].flatMap(([, property = '']) => (property === 'kind' ? [] : [property]));
}

/** The names in the first column of the table under a heading with the interface's name. */
function describedOf(name: string, reference: string): string[] {
  const section = reference.split(/^#+ /m).find((part) => part.split('\n')[0]?.includes(`\`${name}\``)) ?? '';
  return [...section.matchAll(/^\| `(\w+)`/gm)].map(([, property = '']) => property);
}

describe('the reference', () => {
  const reference = read('docs/guide/reference.md');

  test.each(described)('lists every property of %s, and no other', (name, file) => {
    expect(describedOf(name, reference).sort()).toEqual(propertiesOf(name, file).sort());
  });

  test('lists every kind of field', () => {
    const kinds = [...read('engine/contract/resource/field.ts').matchAll(/readonly kind: '(\w+)'/g)].map(([, kind]) => `kind: '${kind}'`);
    expect(kinds.length).toBeGreaterThan(10);
    expect(kinds.filter((kind) => !reference.includes(kind))).toEqual([]);
  });
});

/** The rows of the table under a heading of the reference, without its header. */
const rowsUnder = (heading: string): string[] =>
  [...(new RegExp(`^#+ ${heading}\\n(.*?)(?=^#)`, 'ms').exec(read('docs/guide/reference.md'))?.[1] ?? '').matchAll(/^\| `.*$/gm)].map(
    ([row]) => row,
  );

test('the reference lists every resource of the product, with its table and label, and every icon', () => {
  const resources = sys.features.flatMap((feature) => feature.resources ?? []);
  expect(rowsUnder('产品自己的资源')).toEqual(
    resources.map(({ name, title, table, label }) => `| \`${name}\` | ${title} | \`${table}\` | \`${label}\` |`),
  );
  const icons = [...read('engine/contract/office/menu-icon-name.ts').matchAll(/^ {2}\| '([\w-]+)'/gm)].map(([, icon]) => icon);
  expect(icons.length).toBeGreaterThan(20);
  expect(rowsUnder('图标').map((row) => /`(.*?)`/.exec(row)?.[1])).toEqual(icons);
});

test('every page of the guide is listed on its first page and in llms.txt', () => {
  for (const list of ['docs/guide/README.md', 'llms.txt']) {
    const text = read(list);
    expect(
      pages.filter((page) => page !== 'README.md' && !text.includes(page)),
      list,
    ).toEqual([]);
  }
});

test('the site’s list of chapters names every page, and no other', () => {
  const listed = [...read('docs/site/.vitepress/config.mts').matchAll(/chapter\('[^']+', '([a-z/-]*)'\)/g)].map(
    ([, page = '']) => page || 'README',
  );
  expect(listed.toSorted()).toEqual(pages.map((name) => name.replace(/\.md$/, '')).toSorted());
});

/** The links of a document to places in the project, with their lines. */
const linksOf = (document: string): { place: string; to: string; anchor: string }[] =>
  [
    ...read(document)
      .replace(/^```.*?^```/gms, '')
      .matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g),
  ].map(([, path = '', anchor = '']) => ({
    place: document,
    to: path === '' ? document : join(dirname(document), path),
    anchor,
  }));

/** The paths that the site copies, and links that it may have without a copy. */
const { copied, left } = JSON.parse(read('docs/site/pages.json')) as { copied: string[]; left: string[] };
const copies = copied.flatMap((path) =>
  path.endsWith('.md')
    ? [path]
    : readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.md'))
        .map((name) => `${path}/${name}`),
);

test('no page of the site links to something that does not exist', () => {
  const links = [...copies, 'AGENTS.md'].flatMap(linksOf);
  expect(links.length).toBeGreaterThan(40);
  expect(links.filter(({ to }) => !existsSync(join(root, to)))).toEqual([]);
  const headings = (file: string): string[] =>
    [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, text = '']) =>
      text
        .toLowerCase()
        .replace(/[^\p{L}\p{N} -]/gu, '')
        .replaceAll(' ', '-'),
    );
  expect(links.filter(({ to, anchor }) => anchor !== '' && !headings(to).includes(decodeURIComponent(anchor)))).toEqual([]);
});

test('no page of the site links to a document that is not copied to it, which would break the build', () => {
  const isLeft = (path: string): boolean => left.some((pattern) => new RegExp(pattern).test(`/${path.replace(/\.md$/, '')}`));
  const links = copies.flatMap(linksOf).filter(({ to }) => to.endsWith('.md'));
  expect(links.filter(({ to }) => !copies.includes(to) && !isLeft(to))).toEqual([]);
});

test('llms.txt names only files that exist', () => {
  const named = [...read('llms.txt').matchAll(/\]\(([^)]+)\)/g)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
