/**
 * A DN in the normalised form in which this product compares DNs: lower case, no spaces around commas and `=`, and escaped bytes such as `\E5\BC\A0`
 * decoded. Only for comparing: it is never sent.
 */
export function sameDn(dn: string): string {
  return splitDn(dn)
    .map((part) =>
      unescaped(part)
        .normalize('NFC')
        .trim()
        .replace(/^([^=]*?)\s*=\s*/, '$1=')
        .toLowerCase(),
    )
    .map((part) => part.replaceAll('\\', '\\5c').replaceAll(',', '\\2c'))
    .join(',');
}

/** The parent of a normalised DN; undefined at the top. */
export function parentOf(dn: string): string | undefined {
  const at = dn.indexOf(',');
  return at < 0 ? undefined : dn.slice(at + 1);
}

/** The parts between unescaped commas. */
const splitDn = (dn: string): string[] => dn.match(/(?:\\.|[^,\\])+/gsu) ?? [];

function unescaped(part: string): string {
  const bytes: Buffer[] = [];
  for (const [piece] of part.matchAll(/\\[0-9a-f]{2}|\\.|[^\\]+/gisu)) {
    if (/^\\[0-9a-f]{2}$/i.test(piece)) bytes.push(Buffer.from(piece.slice(1), 'hex'));
    else bytes.push(Buffer.from(piece.startsWith('\\') ? piece.slice(1) : piece));
  }
  return Buffer.concat(bytes).toString('utf8');
}
