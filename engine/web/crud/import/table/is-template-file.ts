/**
 * True when a chosen file is the template downloaded under `name`, whatever was added to its name since: the ` (1)` of a
 * second download, ` - 副本` of a copy, a date, capitals, full-width letters, or the ending of an error workbook.
 */
export function isTemplateFile(fileName: string, name: string): boolean {
  let stem = plain(fileName).replace(/\.xlsx?$/, '');
  for (let before = ''; before !== stem;) {
    before = stem;
    stem = added.reduce((text, ending) => text.replace(ending, ''), stem);
  }
  return stem === plain(name);
}

/** The file name ending of an error workbook, which is fixed and imported again. */
export const errorsSuffix = '-错误数据';

const added = [
  /[\s_-]*\(\d{1,3}\)$/,
  /[\s_-]*(?:副本|copy)(?:\s*\d{1,3})?$/,
  /[\s_-]*(?:19|20)\d{2}[-_.年]?(?:0?[1-9]|1[0-2])[-_.月]?(?:0?[1-9]|[12]\d|3[01])日?(?:[\s_-]?[0-2]\d[-_.:]?[0-5]\d(?:[-_.:]?[0-5]\d)?)?$/,
  new RegExp(`${errorsSuffix}$`),
];

const plain = (text: string): string => text.normalize('NFKC').toLowerCase().trim();
