import type { ZodOpenApiOperationObject } from 'zod-openapi';
import { kindOf } from '@/domain/error-kinds';
import { AppError } from '@/domain/errors';
import { refusalAnswer } from '@/schemas/answers/site';
import { HTTP_STATUS, wireError } from '../errors';
import type { Refusal } from '../call';

export const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header' as const,
  required: false,
  description:
    'The same key and body within 24 hours answers the first answer again; another body with it is refused.',
  schema: { type: 'string' as const, minLength: 1, maxLength: 255 },
  example: '6f1c9a52-5f0e-4f0c-9a61-2f7e6f0f3b11',
};

export const WITH_BODY: Refusal[] = [
  'INPUT_INVALID',
  'CARD_DATA_REFUSED',
  'NOT_ALLOWED',
  'TOO_LARGE',
  'NOT_JSON',
];
export const WITH_KEY: Refusal[] = ['IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_KEY_BUSY'];

const header = (name: string, description: string) => ({
  headers: { [name]: { description, schema: { type: 'string' as const } } },
});

/** Returns the headers of the responses with a status. */
function headersOf(status: number) {
  if (status === 405) return header('Allow', 'The methods of the path.');
  return status === 429 || status === 503
    ? header('Retry-After', 'The seconds to wait, if they are known.')
    : {};
}

/** Returns the OpenAPI responses for errors, grouped by HTTP status, with an example message for each error. */
export function refusalResponses(refusals: Refusal[]) {
  const byStatus = new Map<number, AppError[]>();
  for (const refusal of refusals) {
    const error =
      typeof refusal === 'string' ? new AppError(refusal) : new AppError(refusal[0], {}, refusal[1]);
    const status = HTTP_STATUS[kindOf(error)];
    const known = byStatus.get(status) ?? [];
    if (!known.some(({ code }) => code === error.code)) byStatus.set(status, [...known, error]);
  }
  const responses = [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, errors]) => {
      const examples = errors.map((error) => [
        error.code,
        { value: { status: 'error', ...wireError(error, 'en') } },
      ]);
      const content = {
        'application/json': { schema: refusalAnswer, examples: Object.fromEntries(examples) as object },
      };
      const description = errors.map(({ code }) => code).join(', ');
      return [String(status), { description, ...headersOf(status), content }];
    });
  return Object.fromEntries(responses) as ZodOpenApiOperationObject['responses'];
}
