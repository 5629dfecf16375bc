/** Readings that the general dictionary gets wrong: place names keep their old ones. */
const readings: Readonly<Record<string, string>> = {
  都: 'dū',
  什: 'shí',
  柏林区: 'bǎi lín qū',
  乐亭: 'lào tíng',
  乐陵: 'lào líng',
  乐清: 'yuè qīng',
  民乐: 'mín lè',
  繁峙: 'fán shì',
  洪洞: 'hóng tóng',
  单县: 'shàn xiàn',
  浚县: 'xùn xiàn',
  歙县: 'shè xiàn',
  蔚县: 'yù xiàn',
  泌阳: 'bì yáng',
  大埔: 'dà bù',
  黄陂: 'huáng pí',
  郫都: 'pí dū',
  筠连: 'jūn lián',
  宕昌: 'tàn chāng',
  六合区: 'lù hé qū',
  涡阳: 'guō yáng',
  吴堡: 'wú bǔ',
  称多: 'chèn duō',
  尉犁: 'yù lí',
  闵行: 'mǐn háng',
  牟定: 'móu dìng',
  荥经: 'yíng jīng',
  乐都: 'lè dū',
};

/** A text's pinyin: each character's syllable, without tones; ü is v, other letters stay. */
export type Syllables = (text: string) => string[];

let loading: Promise<typeof import('pinyin-pro')> | undefined;

/** Imported once, by the first caller: importing it at every save took four times as long as a name. */
function loadTables(): Promise<typeof import('pinyin-pro')> {
  loading ??= import('pinyin-pro').then((tables) => {
    tables.customPinyin(readings);
    return tables;
  });
  return loading;
}

/** Imports the pinyin tables: it takes a twentieth of a second, for which nobody should wait who writes no name. */
export async function loadPinyin(): Promise<Syllables> {
  const { pinyin } = await loadTables();
  return (text) => pinyin(text, { toneType: 'none', type: 'array', v: true, nonZh: 'spaced' }).map(plain);
}

/**
 * The search text of a record besides its label: the label's pinyin in full and in initials, `shenzhenshi szs`. A short
 * label that may be a person's name includes its surname's reading too: 单雪 is `danxue dx shanxue sx`. Empty for a label
 * without Chinese.
 */
export async function labelPinyin(): Promise<(label: string) => string> {
  const [syllables, { pinyin }] = await Promise.all([loadPinyin(), loadTables()]);
  const surname = (name: string): string => plain(pinyin(name, { toneType: 'none', type: 'array', v: true, surname: 'head' })[0] ?? '');
  return (label) => {
    if (!/\p{Script=Han}/u.test(label)) return '';
    const usual = syllables(label);
    const asName = /^\p{Script=Han}{2,3}$/u.test(label) ? [surname(label), ...usual.slice(1)] : usual;
    return [...new Set([joinPinyin(usual), joinPinyin(asName)])].join(' ');
  };
}

/** The syllables joined into one word, and their initials. */
export const joinPinyin = (syllables: readonly string[]): string =>
  `${syllables.join('')} ${syllables.map((syllable) => syllable.slice(0, 1)).join('')}`;

/** The typed text in the form of stored pinyin; undefined if it cannot be pinyin. */
export function typedPinyin(typed: string): string | undefined {
  return /^[a-z0-9ü'’ ]*$/i.test(typed) && /[a-zü]/i.test(typed) ? plain(typed) : undefined;
}

/** 略 is typed lue as often as lve; both are stored and searched as lue. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ü', 'v')
    .replace(/[^a-z0-9]/g, '')
    .replace(/(?<=[ln])ve/g, 'ue');
