/** Elements that stand within a line; the same to a reader under either name. */
const inline: Readonly<Record<string, string>> = { STRONG: 'b', B: 'b', EM: 'i', I: 'i', U: 'u', S: 's', CODE: 'code', A: 'a' };
const noWords = 'words ';
const lineless = new Set(['TABLE', 'THEAD', 'TBODY', 'TR', 'UL', 'OL']);

/**
 * What a body is made of, line by line: elements that begin and end, and between them the words with all that marks
 * them. Two bodies with the same outline read alike, whichever way their HTML is written: `b` or `strong`, a line in a
 * cell with a paragraph around it or without.
 */
export function outlineOf(body: Element): string[] {
  const lines: string[] = [];
  outline(body, [], lines);
  // Empty lines at the end show nothing.
  while (lines.length > 1 && lines.at(-1) === noWords) lines.pop();
  return lines;
}

function outline(block: Element, marks: readonly string[], lines: string[]): void {
  const preformatted = block.tagName === 'PRE';
  const start = lines.length;
  let words: string[] = [];
  const flush = (): void => {
    const text = (preformatted ? words : trimmed(words)).join('');
    words = [];
    if (text !== '' && !lineless.has(block.tagName)) lines.push(`words ${text}`);
  };
  const walk = (parent: Node, around: readonly string[]): void => {
    for (const node of parent.childNodes) {
      if (node instanceof Text) words.push(...marked(node.data, around, preformatted));
      else if (!(node instanceof Element)) continue;
      else if (node.tagName === 'BR') words.push(preformatted ? marked('\n', around, true).join('') : '⏎');
      else if (node.tagName === 'IMG') words.push(pictureIn(node, around));
      else if (inline[node.tagName] !== undefined) walk(node, preformatted && node.tagName === 'CODE' ? around : withMark(around, node));
      else {
        flush();
        // A paragraph is a line, and so are words without one.
        if (node.tagName === 'P') outline(node, around, lines);
        else {
          lines.push(`<${node.tagName.toLowerCase()}${attributesOf(node)}>`);
          outline(node, around, lines);
          lines.push(`</${node.tagName.toLowerCase()}>`);
        }
      }
    }
  };
  walk(block, marks);
  flush();
  // A block without a line in it is the same with an empty one.
  if (lines.length === start && !lineless.has(block.tagName) && block.tagName !== 'HR') lines.push(noWords);
}

/** A picture is a letter of its line: its file, or its place until it has one, and what it shows. */
const pictureIn = (picture: Element, marks: readonly string[]): string =>
  `[${picture.getAttribute('data-file') ?? picture.getAttribute('data-upload') ?? ''} ${picture.getAttribute('alt') ?? ''}]${marks.length === 0 ? '' : `{${marks.join(' ')}}`}`;

/** A letter with what marks it, so that it is the same however its marks are nested and cut. */
function marked(text: string, marks: readonly string[], preformatted: boolean): string[] {
  const shown = preformatted ? text : text.replaceAll(/[ \t\n\r\f]+/g, ' ');
  if (marks.length === 0) return Array.from(shown);
  return Array.from(shown).map((letter) => (letter === ' ' && !preformatted ? letter : `${letter}{${marks.join(' ')}}`));
}

/** Spaces at the ends of a line and doubled ones are not shown. */
const trimmed = (words: readonly string[]): string[] =>
  words.filter(
    (word, at) =>
      word !== ' ' || !(at === 0 || at === words.length - 1 || [' ', '⏎'].includes(words[at - 1] ?? '') || words[at + 1] === '⏎'),
  );

function withMark(marks: readonly string[], element: Element): string[] {
  const name = inline[element.tagName] ?? '';
  const href = element.getAttribute('href');
  if (name === 'a' && href === null) return [...marks];
  return [
    ...new Set([...marks.filter((mark) => name !== 'a' || !mark.startsWith('a ')), name === 'a' ? `a ${href ?? ''}` : name]),
  ].toSorted();
}

function attributesOf(element: Element): string {
  const shown = ['start', 'colspan', 'rowspan'].map((name) => [name, element.getAttribute(name) ?? '1']);
  return shown.flatMap(([name, value]) => (value === '1' ? [] : [` ${name}=${value}`])).join('');
}
