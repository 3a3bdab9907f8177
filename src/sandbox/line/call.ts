import type { FaultKind } from '../faults';
import type { Messenger } from './messenger';
import type { Platform } from './platform';

/** One parsed call of the API. */
export interface LineCall {
  line: Platform;
  messenger: Messenger;
  form: Record<string, string>;
  /** Null if the body is no JSON object. */
  json: Record<string, unknown> | null;
  /** The token after `Bearer `. */
  bearer: string | null;
  query: URLSearchParams;
  params: Record<string, string>;
  headers: Headers;
  requestId: string;
  fault: FaultKind | null;
}
