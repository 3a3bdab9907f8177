import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

/** A content coding (compression) of a response; '' for none. */
export type Coding = 'br' | 'gzip' | '';

/** Returns the best coding that an `Accept-Encoding` header allows: the one with the highest weight, or Brotli. */
export function acceptedCoding(header: string | string[] | undefined): Coding {
  const weights = new Map(
    String(header ?? '')
      .toLowerCase()
      .split(',')
      .map((part) => {
        const [name = '', ...parameters] = part.split(';').map((one) => one.trim());
        const weight = parameters.find((one) => one.startsWith('q='))?.slice(2) ?? '1';
        return [name, Number(weight) || 0];
      }),
  );
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get('*') ?? 0;
  const best = Math.max(weightOf('br'), weightOf('gzip'));
  if (best === 0 || (weights.get('identity') ?? 0) > best) return '';
  return weightOf('br') === best ? 'br' : 'gzip';
}

/** Returns a text in every content coding. The coding '' is not compressed. */
export async function encode(text: string): Promise<Record<Coding, Buffer>> {
  const identity = Buffer.from(text);
  const [zipped, brotli] = await Promise.all([
    promisify(gzip)(identity),
    promisify(brotliCompress)(identity),
  ]);
  return { '': identity, gzip: zipped, br: brotli };
}

/** Returns the weak ETag of a content, which is the same for every content coding. */
export function etagOf(content: string | Buffer): string {
  return `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
}

/** Whether an `If-None-Match` header names an ETag (RFC 9110, 13.1.2: a weak comparison). */
export function isKnownEtag(ifNoneMatch: string | null | undefined, etag: string): boolean {
  const bare = (tag: string) => tag.trim().replace(/^W\//, '');
  return (ifNoneMatch ?? '').split(',').some((tag) => bare(tag) === bare(etag) || tag.trim() === '*');
}
