import { setTimeout as sleep } from 'node:timers/promises';
import type { Response } from './shapes';

const TIMEOUT_MS = 30_000;
/** Test accounts allow few calls in a second. */
const PAUSE_MS = 200;

/** A provider at an address, with the keys of one account. */
export interface Target {
  url: string;
  /** True for the sandbox, which needs no pauses. */
  isSandbox: boolean;
}

type Call = { method: string; path: string; headers?: Record<string, string>; json?: unknown };

/** Records the responses of a provider under the names of their steps. */
export function createRecorder({ url, isSandbox }: Target) {
  const responses: Response[] = [];
  return {
    responses,
    /** Makes one call and records its response. @param base default: the address of the target */
    async call(step: string, { method, path, headers = {}, json }: Call, base = url) {
      if (!isSandbox) await sleep(PAUSE_MS);
      const response = await fetch(base + path, {
        method,
        headers: { ...headers, ...(json === undefined ? {} : { 'content-type': 'application/json' }) },
        body: json === undefined ? undefined : JSON.stringify(json),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const text = await response.text();
      const body: unknown = isJson(response) ? JSON.parse(text) : text;
      responses.push({ step, status: response.status, body });
      return (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
    },
  };
}

const isJson = ({ headers }: globalThis.Response) => (headers.get('content-type') ?? '').includes('json');

export const idOf = (body: Record<string, unknown>) => String(body.id);
export const basic = (key: string) => ({ authorization: `Basic ${btoa(`${key}:`)}` });
