import { readUtf8 } from '../platform/http/read-utf8.ts';
import { Refusal } from '../platform/http/refusal.ts';

/** The header of a form's part. */
export interface PartHeader {
  readonly name: string;
  /** Undefined for a field; for a file, the name as the sender wrote it. */
  readonly fileName: string | undefined;
}

const parameter = /;[ \t]*([A-Za-z*]{1,20})[ \t]*=[ \t]*(?:"((?:[^"\\]|\\[^])*)"|([^;"\s]*))[ \t]*/y;

/** Reads the header lines of a part (RFC 7578, 4.2). Throws `malformed` when they do not say which field it is, or are not UTF-8. */
export function readPartHeader(bytes: Buffer): PartHeader {
  const lines = readUtf8(bytes)?.split('\r\n') ?? [];
  const dispositions = lines.filter((line) => /^content-disposition[ \t]*:/i.test(line));
  const text = /^[^:]*:[ \t]*form-data[ \t]*(.*)$/is.exec(dispositions[0] ?? '')?.[1];
  if (text === undefined || dispositions.length > 1) throw new Refusal('malformed');
  const found = readParameters(text);
  const name = found.get('name');
  if (name === undefined || name === '') throw new Refusal('malformed');
  const extended = found.get('filename*');
  return { name, fileName: extended === undefined ? found.get('filename') : readExtended(extended) };
}

function readParameters(text: string): Map<string, string> {
  const found = new Map<string, string>();
  parameter.lastIndex = 0;
  while (parameter.lastIndex < text.length) {
    const match = parameter.exec(text);
    const name = match?.[1]?.toLowerCase();
    if (match === null || name === undefined || found.has(name)) throw new Refusal('malformed');
    found.set(name, match[2] === undefined ? (match[3] ?? '') : unquote(match[2]));
  }
  return found;
}

/** Browsers write a quote as %22 and line breaks as %0D and %0A, other clients write \" and \\; C:\x stays as it is. */
const unquote = (text: string): string =>
  text.replace(/\\(["\\])/g, '$1').replace(/%(22|0D|0A)/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** `UTF-8''%E6%96%87.png` (RFC 8187). */
function readExtended(text: string): string {
  const encoded = /^utf-8'[^']*'(.*)$/is.exec(text)?.[1];
  try {
    if (encoded !== undefined) return decodeURIComponent(encoded);
  } catch {
    // Not UTF-8: treated like any other unreadable name.
  }
  throw new Refusal('malformed');
}
