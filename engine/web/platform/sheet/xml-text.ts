const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** XML text with its references resolved; entities unknown to XML itself stay as they are. */
export function xmlText(text: string): string {
  const plain = text.includes('&')
    ? text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,4}));/gi, (whole, hex: string, digits: string, name: string) =>
        name === undefined ? characterOf(hex === undefined ? Number(digits) : Number.parseInt(hex, 16)) : (named[name] ?? whole),
      )
    : text;
  // Excel's own escape for characters that XML cannot contain.
  return plain.includes('_x')
    ? plain.replace(/_x([0-9a-f]{4})_/gi, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : plain;
}

const characterOf = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '');

/** The text of a shared or inline string: of all of its `t` elements, without the phonetic readings (`rPh`). */
export function stringText(xml: string, from: number, to: number): string {
  let text = '';
  for (let at = from; ;) {
    at = xml.indexOf('<', at);
    if (at === -1 || at >= to) return xmlText(text);
    const end = xml.indexOf('>', at);
    if (xml.startsWith('<rPh', at)) {
      at = xml.indexOf('</rPh>', at);
      if (at === -1) return xmlText(text);
    } else if (xml[at + 1] === 't' && !/[a-z]/i.test(xml[at + 2] ?? '') && xml[end - 1] !== '/') {
      const close = xml.indexOf('</t>', end);
      text += xml.slice(end + 1, close);
      at = close;
    }
    at += 1;
  }
}
