import { hasMarkup } from '../notice-html.ts';
import { getHTMLFromFragment, getSchema } from '@tiptap/react';
import { DOMParser as DocumentParser, type Node, type Schema } from '@tiptap/pm/model';
import { EditorState } from '@tiptap/pm/state';
import { fixTables } from '@tiptap/pm/tables';
import { noticeExtensions } from './notice-extensions.ts';
import { outlineOf } from './outline-of.ts';

const wordOf: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['table', 'thead', 'tbody', 'tr', 'th', 'td'].map((tag) => [tag, '表格'])),
  ...Object.fromEntries(['ul', 'ol', 'li'].map((tag) => [tag, '列表'])),
  ...Object.fromEntries(['h1', 'h2', 'h3', 'h4'].map((tag) => [tag, '标题'])),
  blockquote: '引用',
  pre: '代码',
};

let made: Schema | undefined;
const schemaOf = (): Schema => (made ??= getSchema(noticeExtensions));

/** The content for the editor: lines of plain text become paragraphs, as in markup they would run together. */
export function editable(text: string): string {
  if (text === '' || hasMarkup(text)) return text;
  const holder = document.createElement('div');
  for (const line of text.split('\n')) holder.appendChild(document.createElement('p')).textContent = line;
  return holder.innerHTML;
}

/** The document as HTML for the server: table rows are put back into the sections that they came from. */
export function htmlOf(document_: Node): string {
  const { body } = new DOMParser().parseFromString(getHTMLFromFragment(document_.content, document_.type.schema), 'text/html');
  for (const tableBody of body.querySelectorAll('tbody')) {
    const rows = [...tableBody.children].filter((row) => row.tagName === 'TR');
    if (!rows.some((row) => row.hasAttribute('data-head') || row.hasAttribute('data-begins'))) continue;
    let section: Element | undefined;
    for (const row of rows) {
      const tag = row.hasAttribute('data-head') ? 'thead' : 'tbody';
      if (section?.tagName !== tag.toUpperCase() || row.hasAttribute('data-begins')) {
        section = body.ownerDocument.createElement(tag);
        tableBody.before(section);
      }
      row.removeAttribute('data-head');
      row.removeAttribute('data-begins');
      section.append(row);
    }
    tableBody.remove();
  }
  return body.innerHTML;
}

/**
 * The parts of a text that the editor cannot represent, in words such as 列表; empty if there are none. Such a text is not opened for editing, so that
 * nothing of it is lost.
 */
export function unsupportedParts(text: string): string[] {
  const { body } = new DOMParser().parseFromString(editable(text), 'text/html');
  const schema = schemaOf();
  // Parsing moves a list beside an item into that item, in `body` too: this shows the same, and is correct.
  const parsed = DocumentParser.fromSchema(schema).parse(body);
  const before = outlineOf(body);
  const after = outlineOf(new DOMParser().parseFromString(htmlOf(parsed), 'text/html').body);
  const isRegular = fixTables(EditorState.create({ doc: parsed })) === undefined;
  if (before.join('\n') === after.join('\n') && isRegular) return [];
  const missing = before.filter((line, at) => line !== after[at]);
  const tags = missing.flatMap((line) => /^<([a-z0-9]+)/.exec(line)?.[1] ?? []);
  const names = (isRegular ? tags : ['table', ...tags]).map((tag) => wordOf[tag] ?? '排版');
  return names.length === 0 ? ['排版'] : [...new Set(names)];
}

/** Whether two texts look the same to readers, however their HTML is written. */
export const looksSame = (one: string, other: string): boolean =>
  one === other || outlineIn(editable(one)).join('\n') === outlineIn(editable(other)).join('\n');

const outlineIn = (html: string): string[] => outlineOf(new DOMParser().parseFromString(html, 'text/html').body);
