/** A content coding (compression) of a response; '' for none. */
export type Coding = 'br' | 'gzip' | '';

/** Returns the best coding that an `Accept-Encoding` header allows. */
export function acceptedCoding(header: string | string[] | undefined): Coding {
  const accepted = String(header ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.split(';', 1)[0]?.trim());
  if (accepted.includes('br')) return 'br';
  return accepted.includes('gzip') ? 'gzip' : '';
}
