import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { setImmediate as giveWay } from 'node:timers/promises';
import { ZipFile } from 'yazl';
import { log } from './log';

/** A file of an archive. */
export interface ZippedFile {
  name: string;
  content: Buffer;
  changedAt: Date;
  /** Whether to compress it. A PDF is compressed already. */
  isText?: boolean;
}

/**
 * Returns an archive as a stream, in the format ZIP64 if it has more than 65,534 files or 4 GB. Requests a file when its
 * reader has taken the ones before, so that few files are in memory, and none when the reader has closed the stream.
 * A file that cannot be made breaks the stream off.
 */
export function zipStream(files: AsyncIterable<ZippedFile>): Readable {
  const zip = new ZipFile();
  const out = new PassThrough();
  const closed = new AbortController();
  out.once('close', () => closed.abort());
  zip.outputStream.pipe(out);
  const write = async () => {
    for await (const { name, content, changedAt, isText = false } of files) {
      closed.signal.throwIfAborted();
      const stream = Readable.from([content]);
      const taken = once(stream, 'end', { signal: closed.signal });
      const options = { size: content.length, compress: isText, mtime: changedAt };
      // The archive keeps this function until its end, so that it must not keep the content. `addBuffer` would, too.
      const waiting = [stream];
      zip.addReadStreamLazy(name, options, (give) => {
        for (const one of waiting.splice(0)) give(null, one);
      });
      await taken;
      // The streams above go on without a turn of the event loop, in which other requests are served.
      await giveWay();
    }
    zip.end();
  };
  write().catch((error: unknown) => {
    if (out.destroyed) return;
    log.error('zip.broken_off', { error });
    out.destroy(error as Error);
  });
  return out;
}
