import type { Answer } from '../provider';

/** An error response of the gateway, with an HTTP status and an error code. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export const badRequest = (code: string, message: string) => new Refusal(400, code, message);
export const notFound = (what: string, id: string) =>
  new Refusal(404, 'not_found', `${what} ${id} was not found`);

/** Creates an error object in the gateway's format. */
export function errorObject(code: string, message: string): Record<string, unknown> {
  return {
    object: 'error',
    location: `https://www.omise.co/api-errors#${code.replaceAll('_', '-')}`,
    code,
    message,
  };
}

export const refusalAnswer = (refusal: Refusal): Answer => ({
  status: refusal.status,
  body: errorObject(refusal.code, refusal.message),
});
