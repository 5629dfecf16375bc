/** Clipboard HTML of Word and Excel is recognised by one of these. */
const office = /urn:schemas-microsoft-com|class=["']?(?:Mso|xl\d)|mso-/i;
const ordered = /^[(（]?(\d+|[a-z]|[ivxlc]+|[一二三四五六七八九十]+)[.)、．）]/i;

/** The content security policy forbids foreign styles, and the browser would report each as a violation wherever the HTML is parsed. */
export const withoutStyles = (html: string): string => html.replaceAll(/<style\b[\s\S]*?<\/style\s*>/gi, '');

/**
 * Converts pasted HTML to what a notice can contain. Word writes lists as paragraphs with the bullets as text, and Excel adds a hidden row of zero
 * height; HTML from elsewhere is left as it is.
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
  // For an empty cell Excel writes a space.
  for (const cell of body.querySelectorAll('td, th'))
    if (cell.textContent.trim() === '' && cell.children.length === 0) cell.replaceChildren();
  return body.innerHTML;
}

const styleOf = (element: Element): string => element.getAttribute('style') ?? '';
const levelOf = (element: Element): number => Number(/mso-list:[^;]*\blevel(\d+)/i.exec(styleOf(element))?.[1] ?? 0);

/** Turns runs of list paragraphs into nested lists, by their levels. */
function makeLists(body: HTMLElement): void {
  for (const paragraph of body.querySelectorAll('p')) {
    if (levelOf(paragraph) === 0) continue;
    const marker = [...paragraph.querySelectorAll('span')].find((span) => /mso-list:\s*ignore/i.test(styleOf(span)));
    const sign = marker?.textContent.replaceAll('\u00a0', ' ').trim() ?? '';
    marker?.remove();
    place(paragraph, levelOf(paragraph), ordered.exec(sign)?.[1]);
  }
}

/** Adds a paragraph as the next item of the preceding list, or starts a list. */
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
