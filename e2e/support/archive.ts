import { crc32, deflateRawSync } from 'node:zlib';

/** A zip archive of files by their paths; every .xlsx is one. */
export function archive(files: Readonly<Record<string, string | Buffer>>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [path, content] of Object.entries(files)) {
    const plain = Buffer.from(content);
    const packed = deflateRawSync(plain, { level: 9 });
    const name = Buffer.from(path);
    // The fields that a file's own header and its directory entry share: from the required version to the length of its name.
    const common = Buffer.alloc(24);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(plain), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(plain.length, 18);
    common.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), common, Buffer.alloc(2), name, packed]);
    directory.push(Buffer.from('PK\u0001\u0002\u0014\0', 'latin1'), common, Buffer.alloc(2), place, name);
    parts.push(local);
    at += local.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  for (const offset of [8, 10]) end.writeUInt16LE(Object.keys(files).length, offset);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, entries, end]);
}

/** A workbook of one sheet with the given XML, which may be unlike any program's output. */
export const rawWorkbook = (sheet: string | Buffer, more: Readonly<Record<string, string | Buffer>> = {}): Buffer =>
  archive({
    '[Content_Types].xml':
      '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
    '_rels/.rels': relations('officeDocument', 'xl/workbook.xml'),
    'xl/workbook.xml':
      '<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="__proto__" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relations('worksheet', 'worksheets/sheet1.xml'),
    'xl/worksheets/sheet1.xml': sheet,
    ...more,
  });

const relations = (type: string, target: string): string =>
  `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/></Relationships>`;

/** The XML of a sheet with the XML of these rows. */
export const sheetXml = (rows: string): string =>
  `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`;

/** The XML of a row of texts. */
export const rowXml = (texts: readonly string[], number = 1): string =>
  `<row r="${number}">${texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`;
