import type { FaultKind } from '../faults';
import type { Messenger } from './messenger';
import type { Platform } from './platform';

/** A parsed call of a LINE API. */
export interface LineCall {
  line: Platform;
  messenger: Messenger;
  form: Record<string, string>;
  /** The body of a picture; empty for any other body. */
  bytes: Uint8Array;
  /** The body as a JSON object. Null if the body is not a JSON object. */
  json: Record<string, unknown> | null;
  /** The token of the `Authorization` header, after `Bearer `. */
  bearer: string | null;
  query: URLSearchParams;
  params: Record<string, string>;
  headers: Headers;
  requestId: string;
  fault: FaultKind | null;
}
