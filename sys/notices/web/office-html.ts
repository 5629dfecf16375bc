/** What Word and Excel put on the clipboard says so in one of these ways. */
const office = /urn:schemas-microsoft-com|class=["']?(?:Mso|xl\d)|mso-/i;
const ordered = /^[(（]?(\d+|[a-z]|[ivxlc]+|[一二三四五六七八九十]+)[.)、．）]/i;

/** The page's policy forbids foreign styles, and the browser would report each as a violation, wherever it is read. */
export const withoutStyles = (html: string): string => html.replaceAll(/<style\b[\s\S]*?<\/style\s*>/gi, '');

/**
 * Pasted HTML as a notice can hold it. Word writes a list as paragraphs that carry their bullets as words, and Excel
 * adds a row of no height that is not shown; anything from elsewhere stays as it is.
 */
export function officeHtml(html: string): string {
  const plain = withoutStyles(html);
  if (!office.test(html)) return plain;
  const { body } = new DOMParser().parseFromString(plain, 'text/html');
  for (const element of body.querySelectorAll('[style]')) {
    if (/display:\s*none|mso-hide:\s*all/i.test(styleOf(element))) element.remove();
  }
  makeLists(body);
  for (const paragraph of body.querySelectorAll('p')) if (paragraph.textContent.trim() === '') paragraph.replaceChildren();
  // Within a cell Excel writes nothing but a space for nothing.
  for (const cell of body.querySelectorAll('td, th'))
    if (cell.textContent.trim() === '' && cell.children.length === 0) cell.replaceChildren();
  return body.innerHTML;
}

const styleOf = (element: Element): string => element.getAttribute('style') ?? '';
const levelOf = (element: Element): number => Number(/mso-list:[^;]*\blevel(\d+)/i.exec(styleOf(element))?.[1] ?? 0);

/** Turns each run of list paragraphs into lists within lists, by their levels. */
function makeLists(body: HTMLElement): void {
  for (const paragraph of body.querySelectorAll('p')) {
    if (levelOf(paragraph) === 0) continue;
    const marker = [...paragraph.querySelectorAll('span')].find((span) => /mso-list:\s*ignore/i.test(styleOf(span)));
    const sign = marker?.textContent.replaceAll('\u00a0', ' ').trim() ?? '';
    marker?.remove();
    place(paragraph, levelOf(paragraph), ordered.exec(sign)?.[1]);
  }
}

/** Puts a paragraph as the next item of the list just before it, or begins one. */
function place(paragraph: HTMLElement, level: number, number: string | undefined): void {
  const tag = number === undefined ? 'UL' : 'OL';
  const item = paragraph.ownerDocument.createElement('li');
  const before = paragraph.previousElementSibling;
  let list = isList(before) ? before : undefined;
  for (let depth = 1; depth < level && list !== undefined; depth += 1) {
    const last: Element | null = list.lastElementChild;
    if (isList(last?.lastElementChild)) list = last.lastElementChild;
    else {
      const deeper: Element = paragraph.ownerDocument.createElement(tag);
      last?.append(deeper);
      list = deeper;
    }
  }
  if (list === undefined || (list === before && list.tagName !== tag)) {
    list = paragraph.ownerDocument.createElement(tag);
    const start = Number(number);
    if (Number.isInteger(start) && start > 1) list.setAttribute('start', String(start));
    paragraph.before(list);
  }
  list.append(item);
  item.append(paragraph);
}

const isList = (element: Element | null | undefined): element is Element => element?.tagName === 'UL' || element?.tagName === 'OL';
