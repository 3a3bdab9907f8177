import { makeFetchTransport, type BrowserOptions } from '@sentry/browser';
import { scrubDeep } from '@/monitoring/scrub';

type MakeTransport = NonNullable<BrowserOptions['transport']>;
type Envelope = Parameters<ReturnType<MakeTransport>['send']>[0];
type Item = [Record<string, unknown>, unknown];

/**
 * Sends all tracing data of the browser. Removes personal data from events and recordings once more.
 * Compresses recordings in the format of the receiver: a line of JSON, then zlib.
 */
export const cleaningTransport: MakeTransport = (options) => {
  const inner = makeFetchTransport(options);
  return { ...inner, send: async (envelope) => inner.send(await cleanEnvelope(envelope)) };
};

async function cleanEnvelope(envelope: Envelope): Promise<Envelope> {
  const [head, items] = envelope as unknown as [Record<string, unknown>, Item[]];
  const { trace, ...rest } = head;
  const clean = await Promise.all(items.map(cleanItem));
  return [
    { ...rest, ...(trace === undefined ? {} : { trace: scrubDeep(trace) }) },
    clean,
  ] as unknown as Envelope;
}

async function cleanItem([head, payload]: Item): Promise<Item> {
  if (head.type !== 'replay_recording') return [head, scrubDeep(payload)];
  const text = typeof payload === 'string' ? payload : '\n[]';
  const cut = text.indexOf('\n');
  const events = JSON.stringify(scrubDeep(JSON.parse(text.slice(cut + 1))));
  const packed = await pack(`${text.slice(0, cut)}\n`, events);
  return [{ ...head, length: packed.length }, packed];
}

/**
 * Compresses `body`.
 * @returns `line` unchanged, followed by the compressed body. The body is uncompressed if the browser does
 * not support compression
 */
async function pack(line: string, body: string): Promise<Uint8Array> {
  const encoder = new TextEncoder();
  if (typeof CompressionStream === 'undefined') return encoder.encode(line + body);
  const stream = new Blob([body]).stream().pipeThrough(new CompressionStream('deflate'));
  const compressed = new Uint8Array(await new Response(stream).arrayBuffer());
  const head = encoder.encode(line);
  const whole = new Uint8Array(head.length + compressed.length);
  whole.set(head);
  whole.set(compressed, head.length);
  return whole;
}
