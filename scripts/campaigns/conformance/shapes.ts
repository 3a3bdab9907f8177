/** One response of a provider. `body` is the parsed JSON. */
export interface Response {
  step: string;
  status: number;
  body: unknown;
}

/** The fields whose values decide what the product does, so that they must be equal. */
const DECIDING = new Set(['object', 'status', 'code', 'failure_code', 'currency', 'amount', 'paid', 'type']);

/** Lists for each step of the sandbox where the response of a provider differs. */
export const compareRuns = (sandbox: Response[], provider: Response[]) =>
  sandbox.map((response) => ({
    step: response.step,
    differences: compareResponses(
      response,
      provider.find(({ step }) => step === response.step),
    ),
  }));

const typeOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value);

/**
 * Lists where a response of a provider differs from the one of the sandbox: another status, a missing field, another
 * type, another value of a deciding field. Further fields of the provider are allowed, and null fits every type. Of a
 * list only the first entries are compared.
 */
export function compareResponses(sandbox: Response, provider: Response | undefined): string[] {
  if (!provider) return ['no response'];
  const other =
    provider.status === sandbox.status ? [] : [`status ${provider.status}, not ${sandbox.status}`];
  return [...other, ...compareValues('', sandbox.body, provider.body)];
}

function compareValues(path: string, sandbox: unknown, provider: unknown): string[] {
  if (provider === undefined) return [`${path} is missing`];
  if (sandbox === null || provider === null) return [];
  const [wanted, got] = [typeOf(sandbox), typeOf(provider)];
  if (wanted !== got) return [`${path || 'the response'} is of type ${got}, not ${wanted}`];
  if (Array.isArray(sandbox)) {
    const [first, other] = [sandbox[0] as unknown, (provider as unknown[])[0]];
    return first === undefined || other === undefined ? [] : compareValues(`${path}[0]`, first, other);
  }
  if (wanted === 'object') {
    const fields = provider as Record<string, unknown>;
    return Object.entries(sandbox as object).flatMap(([name, value]) =>
      name === 'metadata' ? [] : compareValues(path === '' ? name : `${path}.${name}`, value, fields[name]),
    );
  }
  const field = path.split('.').at(-1) ?? '';
  return DECIDING.has(field) && sandbox !== provider
    ? [`${path} is ${JSON.stringify(provider)}, not ${JSON.stringify(sandbox)}`]
    : [];
}
