/** Inline elements; two names for the same element look alike to readers. */
const inline: Readonly<Record<string, string>> = { STRONG: 'b', B: 'b', EM: 'i', I: 'i', U: 'u', S: 's', CODE: 'code', A: 'a' };
const noWords = 'words ';
const lineless = new Set(['TABLE', 'THEAD', 'TBODY', 'TR', 'UL', 'OL']);

/**
 * The content of a body, line by line: starts and ends of elements, and between them the text with all of its marks. Two bodies with the same outline
 * look alike, however their HTML is written: `b` or `strong`, a line in a cell with or without a paragraph around it.
 */
export function outlineOf(body: Element): string[] {
  const lines: string[] = [];
  outline(body, [], lines);
  // Empty lines at the end are not visible.
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
        // A paragraph is a line, and so is text without one.
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
  // A block without lines is equal to one with an empty line.
  if (lines.length === start && !lineless.has(block.tagName) && block.tagName !== 'HR') lines.push(noWords);
}

/** A picture counts as a character of its line: its file, or its upload key until it has one, and its alternative text. */
const pictureIn = (picture: Element, marks: readonly string[]): string =>
  `[${picture.getAttribute('data-file') ?? picture.getAttribute('data-upload') ?? ''} ${picture.getAttribute('alt') ?? ''}]${marks.length === 0 ? '' : `{${marks.join(' ')}}`}`;

/** Characters with their marks, so that nesting and splitting of marks makes no difference. */
function marked(text: string, marks: readonly string[], preformatted: boolean): string[] {
  const shown = preformatted ? text : text.replaceAll(/[ \t\n\r\f]+/g, ' ');
  if (marks.length === 0) return Array.from(shown);
  return Array.from(shown).map((letter) => (letter === ' ' && !preformatted ? letter : `${letter}{${marks.join(' ')}}`));
}

/** Spaces at the ends of a line and repeated spaces are not visible. */
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
