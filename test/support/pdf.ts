/** Reads PDF files, as a browser prints them. */
import { extractText, getDocumentProxy } from 'unpdf';

export interface PdfPage {
  /** In points of 1/72 inch. */
  readonly width: number;
  readonly height: number;
  /** White space is one space. */
  readonly text: string;
}

export async function readPdf(bytes: Uint8Array): Promise<PdfPage[]> {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const { text } = await extractText(document, { mergePages: false });
  const pages = text.map(async (words, at) => {
    const { width, height } = (await document.getPage(at + 1)).getViewport({ scale: 1 });
    return { width, height, text: words.replace(/\s+/g, ' ').trim() };
  });
  return Promise.all(pages);
}
