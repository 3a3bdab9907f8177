import PDFDocument from 'pdfkit';
import type { Locale } from '@/domain/locale';
import type { Pen } from './write';

interface PdfFacts {
  title: string;
  locale: Locale;
  createdAt: Date;
  /** A paper size, or width and height in points. */
  size: string | [number, number];
}

/** Returns a tagged PDF with embedded fonts. The same facts and drawing always give the same bytes. */
export function createPdf(
  { title, locale, createdAt, size }: PdfFacts,
  draw: (pen: Pen) => void,
): Promise<Buffer> {
  const doc = new PDFDocument({
    size,
    margin: 0,
    pdfVersion: '1.5',
    tagged: true,
    lang: locale,
    displayTitle: true,
    // Null selects no initial font. The types of pdfkit do not allow null. Without this option pdfkit starts
    // with Helvetica.
    font: null as unknown as string,
    info: { Title: title, Producer: 'ira', Creator: 'ira', CreationDate: createdAt },
  });
  const chunks: Buffer[] = [];
  const drawn = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
  const element = doc.struct('Document');
  doc.addStructure(element);
  draw({ doc, locale, element });
  doc.end();
  return drawn;
}
