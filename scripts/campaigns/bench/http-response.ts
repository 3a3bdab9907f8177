const HEAD_END = Buffer.from('\r\n\r\n');
const LINE_END = Buffer.from('\r\n');

/** An HTTP/1.1 response that begins at the start of a buffer. */
export interface ReadAnswer {
  status: number;
  /** Length of the response in bytes, with its head. */
  length: number;
  body: Buffer;
}

/**
 * Parses the response at the start of a buffer. Its body has a content length or is chunked.
 * @returns null if the response is incomplete
 */
export function readAnswer(buffer: Buffer): ReadAnswer | null {
  const headEnd = buffer.indexOf(HEAD_END);
  if (headEnd < 0) return null;
  const head = buffer.toString('latin1', 0, headEnd);
  const status = Number(head.slice(9, 12));
  const start = headEnd + HEAD_END.length;
  const known = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (known !== undefined) {
    const length = start + Number(known);
    return buffer.length < length ? null : { status, length, body: buffer.subarray(start, length) };
  }
  return readChunks(buffer, start, status);
}

function readChunks(buffer: Buffer, start: number, status: number): ReadAnswer | null {
  const parts: Buffer[] = [];
  for (let at = start; ;) {
    const lineEnd = buffer.indexOf(LINE_END, at);
    if (lineEnd < 0) return null;
    const size = parseInt(buffer.toString('latin1', at, lineEnd), 16);
    const next = lineEnd + 2 + size + 2;
    if (buffer.length < next) return null;
    if (size === 0) return { status, length: next, body: Buffer.concat(parts) };
    parts.push(buffer.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = next;
  }
}
