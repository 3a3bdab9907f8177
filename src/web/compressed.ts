import type { IncomingMessage, OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { constants, createBrotliCompress, createGzip, type BrotliCompress, type Gzip } from 'node:zlib';
import { acceptedCoding } from '@/server/platform/content-coding';
import type { Handler } from './ask-in-process';

/** Brotli at this quality takes about as long as gzip, and its result is smaller. */
const QUALITY = 4;
/** Shorter bodies are sent as they are, in bytes: most would not become smaller than a packet. */
const SHORTEST = 1024;

const COMPRESSIBLE =
  /^(text\/|image\/(svg\+xml|x-icon|bmp)|application\/(wasm|octet-stream)$)|[/+](json|xml|text|javascript|x-javascript)$/i;

/** Returns the handler with responses in Brotli or gzip, as the request accepts. */
export function compressed(handle: Handler): Handler {
  return (request, response) => {
    compress(request, response);
    return handle(request, response);
  };
}

type Compressor = BrotliCompress | Gzip;
type Chunk = string | Uint8Array | null | undefined;

/** Compresses what is written to a response, if its headers allow it when the first byte is written. */
function compress(request: IncomingMessage, response: ServerResponse) {
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  const write = response.write.bind(response) as (...args: unknown[]) => boolean;
  const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse;
  let stream: Compressor | undefined;
  let hasHead = false;
  let length: number | undefined;

  const replaced = {
    writeHead: (status: number, ...rest: unknown[]) => {
      if (hasHead) return writeHead(status, ...rest);
      hasHead = true;
      const [reason] = rest;
      response.statusCode = status;
      setHeaders(response, rest.find((one) => typeof one === 'object') as Headers);
      stream = compressorFor(request, response, length);
      if (stream) pipe(stream);
      return typeof reason === 'string' ? writeHead(status, reason) : writeHead(status);
    },
    write: (chunk: string | Uint8Array, ...rest: unknown[]) => {
      if (!hasHead) replaced.writeHead(response.statusCode);
      return stream ? stream.write(bufferOf(chunk, rest[0])) : write(chunk, ...rest);
    },
    end: (...args: unknown[]) => {
      const chunk = typeof args[0] === 'function' ? undefined : (args[0] as Chunk);
      if (!hasHead) {
        if (!response.hasHeader('content-length')) length = bufferOf(chunk ?? '', args[1]).length;
        replaced.writeHead(response.statusCode);
      }
      if (!stream) return end(...args);
      const callback = args.find((one) => typeof one === 'function') as (() => void) | undefined;
      if (callback) response.once('finish', callback);
      if (!stream.writableEnded) stream.end(bufferOf(chunk ?? '', args[1]));
      return response;
    },
    /** Sends what is written so far. Next calls it for streamed pages. */
    flush: () => stream?.flush(),
  };

  const pipe = (compressor: Compressor) => {
    compressor.on('data', (chunk: Buffer) => {
      if (!write(chunk)) compressor.pause();
    });
    compressor.once('end', () => end());
    compressor.on('drain', () => response.emit('drain'));
    response.on('drain', () => compressor.resume());
    // A client that leaves early would otherwise keep the memory of the compressor.
    response.once('close', () => compressor.destroy());
  };
  Object.assign(response, replaced);
}

/** Returns the compressor for a response whose headers are complete; undefined if it is sent as it is. */
function compressorFor(request: IncomingMessage, response: ServerResponse, length?: number) {
  const type = String(response.getHeader('content-type') ?? '').split(';', 1)[0] ?? '';
  const cacheControl = String(response.getHeader('cache-control') ?? '');
  if (!COMPRESSIBLE.test(type.trim()) || /(^|,)\s*no-transform\s*(,|$)/i.test(cacheControl)) return undefined;
  vary(response);
  const size = length ?? Number(response.getHeader('content-length') ?? Infinity);
  if (size < SHORTEST || request.method === 'HEAD' || response.destroyed) return undefined;
  if ((response.getHeader('content-encoding') ?? 'identity') !== 'identity') return undefined;
  const coding = acceptedCoding(request.headers['accept-encoding']);
  if (coding === '') return undefined;
  response.setHeader('content-encoding', coding);
  response.removeHeader('content-length');
  return coding === 'gzip'
    ? createGzip()
    : createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } });
}

/** Says that the response depends on the accepted codings. */
function vary(response: ServerResponse) {
  const names = [response.getHeader('vary') ?? []].flat().join(', ');
  if (names.trim() === '*' || /(^|,)\s*accept-encoding\s*(,|$)/i.test(names)) return;
  response.setHeader('vary', names === '' ? 'Accept-Encoding' : `${names}, Accept-Encoding`);
}

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[] | undefined;

/** Sets the headers that a caller gives to `writeHead`: an object, or names and values in turn. */
function setHeaders(response: ServerResponse, headers: Headers) {
  if (!Array.isArray(headers)) {
    for (const [name, value] of Object.entries(headers ?? {}))
      if (value !== undefined) response.setHeader(name, value);
    return;
  }
  const flat = headers.flat();
  const pairs = flat.flatMap((name, at) =>
    at % 2 === 0 ? [[String(name), String(flat[at + 1])] as const] : [],
  );
  for (const [name] of pairs) response.removeHeader(name);
  for (const [name, value] of pairs) response.appendHeader(name, value);
}

const bufferOf = (chunk: string | Uint8Array, encoding: unknown) =>
  typeof chunk === 'string'
    ? Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8')
    : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
