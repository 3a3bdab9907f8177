import { AppError } from '@/domain/errors';
import { readObject, requireJson } from '../body';

/** The parameters of a GET that are JSON. */
const JSON_PARAMETERS = ['variables', 'extensions'];

/**
 * Returns the parameters of a GraphQL request: the query string of a GET, otherwise the JSON body.
 * @throws AppError INPUT_INVALID, NOT_JSON, TOO_LARGE
 */
export async function readParameters(request: Request): Promise<Record<string, unknown>> {
  if (request.method === 'POST') {
    requireJson(request);
    return readObject(request);
  }
  const entries = [...new URL(request.url).searchParams].map(([name, value]) => [
    name,
    JSON_PARAMETERS.includes(name) ? parse(name, value) : value,
  ]);
  return Object.fromEntries(entries) as Record<string, unknown>;
}

function parse(name: string, value: string): unknown {
  try {
    return value === '' ? null : JSON.parse(value);
  } catch {
    throw new AppError('INPUT_INVALID', { fieldErrors: { [name]: ['validation.invalidInput'] } });
  }
}
