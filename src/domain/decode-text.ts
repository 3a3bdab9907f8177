/**
 * Returns the text of a file. Spreadsheets write UTF-8 or UTF-16, Thai banks also Windows-874. UTF-16 is recognised by
 * its byte-order mark, or by a zero byte beside the first character.
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first && second === 0)) return decode(bytes, 'utf-16le');
  if ((first === 0xfe && second === 0xff) || (first === 0 && second)) return decode(bytes, 'utf-16be');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decode(bytes, 'windows-874');
  }
}

const decode = (bytes: Uint8Array, encoding: string) => new TextDecoder(encoding).decode(bytes);
