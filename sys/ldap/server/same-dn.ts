/**
 * A DN in the one way in which this product compares them: letters small, no spaces around commas and `=`, bytes that are written
 * as `\E5\BC\A0` as the characters they are. Only for comparing: it is never sent.
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

/** What lies above, of a DN that `sameDn` gave; undefined at the top. */
export function parentOf(dn: string): string | undefined {
  const at = dn.indexOf(',');
  return at < 0 ? undefined : dn.slice(at + 1);
}

/** The parts between commas that are not escaped. */
const splitDn = (dn: string): string[] => dn.match(/(?:\\.|[^,\\])+/gsu) ?? [];

function unescaped(part: string): string {
  const bytes: Buffer[] = [];
  for (const [piece] of part.matchAll(/\\[0-9a-f]{2}|\\.|[^\\]+/gisu)) {
    if (/^\\[0-9a-f]{2}$/i.test(piece)) bytes.push(Buffer.from(piece.slice(1), 'hex'));
    else bytes.push(Buffer.from(piece.startsWith('\\') ? piece.slice(1) : piece));
  }
  return Buffer.concat(bytes).toString('utf8');
}
