/** Workbooks part by part, also such as no program writes. */
import { crc32 as crcOf, deflateRawSync } from 'node:zlib';

const names = 'http://schemas.openxmlformats.org/';
const relations = `${names}officeDocument/2006/relationships`;

function relation(type: string, target: string): string {
  const one = `<Relationship Id="rId1" Type="${relations}/${type}" Target="${target}"/>`;
  return `<Relationships xmlns="${names}package/2006/relationships">${one}</Relationships>`;
}

/** A workbook of one sheet, with the text between the tags of its data. */
export function sheetParts(rows: string | Buffer): Readonly<Record<string, Buffer>> {
  const main = `xmlns="${names}spreadsheetml/2006/main" xmlns:r="${relations}"`;
  const [before, after] = [`<worksheet ${main}><sheetData>`, '</sheetData></worksheet>'];
  const texts = {
    '[Content_Types].xml': `<Types xmlns="${names}package/2006/content-types"/>`,
    '_rels/.rels': relation('officeDocument', 'xl/workbook.xml'),
    'xl/_rels/workbook.xml.rels': relation('worksheet', 'worksheets/sheet1.xml'),
    'xl/workbook.xml': `<workbook ${main}><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  };
  return {
    ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, Buffer.from(text)])),
    'xl/worksheets/sheet1.xml': Buffer.concat([Buffer.from(before), Buffer.from(rows), Buffer.from(after)]),
  };
}

/** The text again and again, in so many megabytes. */
export function bomb(megabytes: number, text: string): Buffer {
  return Buffer.alloc(megabytes * 1e6 - ((megabytes * 1e6) % text.length), text);
}

/** What the directory says of the last part instead of the truth. */
interface Lie {
  readonly unpacked?: number;
  readonly packed?: number;
  readonly isDescribedLater?: boolean;
}

export function writeZip(parts: Readonly<Record<string, Buffer>>, lie: Lie = {}): Buffer {
  const [files, directory]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const [index, [name, content]] of Object.entries(parts).entries()) {
    const told = index === Object.keys(parts).length - 1 ? lie : {};
    const packed = deflateRawSync(content);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(told.isDescribedLater ? 8 : 0, 2);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(crcOf(content), 10);
    head.writeUInt32LE(told.packed ?? packed.length, 14);
    head.writeUInt32LE(told.unpacked ?? content.length, 18);
    head.writeUInt16LE(name.length, 22);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\0'), head, tail, Buffer.from(name));
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), head, Buffer.from(name), packed]);
    files.push(file);
    offset += file.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  for (const at of [4, 6]) end.writeUInt16LE(Object.keys(parts).length, at);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...files, list, Buffer.from('PK\x05\x06'), end]);
}
