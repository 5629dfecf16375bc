import { uploadTexts } from '@back-office/contract/calls/file.ts';
import { refusedField } from '../platform/http/refusal.ts';
import { acceptedTypes } from './content/file-kinds.ts';

const maxName = 255;
/** Control characters, and characters that reverse the direction of text, so that `gpj.exe` reads as `exe.jpg`. */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;
/** Extensions that some program would run, anywhere in a name: `x.html.jpg`. */
const runnable =
  /\.(?:html?|xhtml|shtml|svg|xml|xsl|js|mjs|cjs|css|php\d?|phtml|jspx?|aspx?|exe|dll|com|bat|cmd|ps1|vbs|sh|jar|msi|scr|hta|htaccess)\./i;

/**
 * The name of a file, and its extension in lower case. A name is only displayed, never used as a path: of a path, its last part is kept. Refuses with
 * 40000 a name that is deceptive or too long, or has an extension that is not allowed.
 */
export function readFileName(given: string): { name: string; type: string } {
  const name = given.split(/[/\\]/).at(-1) ?? '';
  const type = /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  if (!acceptedTypes.includes(type) || hidden.test(given) || runnable.test(name)) {
    throw refusedField('chunk', uploadTexts.type(acceptedTypes));
  }
  if (name.length > maxName) throw refusedField('chunk', `文件名不能超过 ${maxName} 个字符`);
  return { name, type };
}
