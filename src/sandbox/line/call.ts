import type { FaultKind } from '../faults';
import type { Messenger } from './messenger';
import type { Platform } from './platform';

/** One call of the API, already read. */
export interface LineCall {
  line: Platform;
  messenger: Messenger;
  form: Record<string, string>;
  /** null: no JSON object was sent. */
  json: Record<string, unknown> | null;
  /** What follows `Bearer `. */
  bearer: string | null;
  query: URLSearchParams;
  params: Record<string, string>;
  headers: Headers;
  requestId: string;
  fault: FaultKind | null;
}
