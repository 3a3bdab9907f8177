import { readFileSync } from 'node:fs';
import { OperatorRefusal } from '@/server/desk/acts/operator';
import { decodeText } from '@/domain/decode-text';

/** Returns the text of a file or URL; see `decodeText`. */
export async function readSource(source: string): Promise<string> {
  const bytes = /^https?:\/\//.test(source) ? await download(source) : readLocal(source);
  return decodeText(bytes);
}

function readLocal(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new OperatorRefusal('fileUnreadable', { path, why: (error as Error).message });
  }
}

async function download(url: string): Promise<Buffer> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(30_000) });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}.`);
  return Buffer.from(await answer.arrayBuffer());
}
