import {
  execute,
  getOperationAST,
  GraphQLError,
  OperationTypeNode,
  type DocumentNode,
  type ExecutionResult,
} from 'graphql';
import type { z } from 'zod';
import { AppError } from '@/domain/errors';
import { graphqlInput } from '@/schemas/graphql';
import { readObject, refuseCardData, requireJson } from '../body';
import { apiContext } from '../context';
import { requireOwnOrigin } from '../origin';
import { errorResponse, wrongMethodResponse } from '../rest/responses';
import { respondOnce, readKey } from '../rest/idempotency';
import { createCaller } from '../root';
import type { ApiContext } from '../trpc';
import type { GraphqlContext } from './builder';
import { readDocument } from './document';
import { fragmentsOf } from './limits';
import { isNetworkAtLimit, networksOf } from '@/domain/throttle';
import { MINUTE_MS } from '@/domain/duration';
import { settings } from '@/settings/settings';
import { processState } from '@/process-state';
import { isUnkept } from './mutations';
import { failureResponse, prefersResponseType, resultResponse } from './responses';
import { schema } from './schema';
import { selectedFields } from './selected-fields';

const PATH = '/api/graphql';

type GraphqlInput = z.output<typeof graphqlInput>;

const METHODS = ['GET', 'HEAD', 'POST'];

/**
 * Handles `/api/graphql`: a POST, or a GET for queries. An invalid request gets an error response in the format of REST.
 * An invalid operation gets the status 200 with `errors`, or 400 if the caller prefers GraphQL's media type.
 */
export async function handleGraphql(request: Request): Promise<Response> {
  const ctx = apiContext(request.headers, request.method);
  const isPreferred = prefersResponseType(request.headers.get('accept'));
  try {
    if (!METHODS.includes(request.method))
      return await failureResponse(await wrongMethodResponse(ctx, PATH, METHODS), isPreferred);
    return await answer(request, ctx, isPreferred);
  } catch (error) {
    return failureResponse(await errorResponse(error, ctx, PATH), isPreferred);
  }
}

async function answer(request: Request, ctx: ApiContext, isPreferred: boolean): Promise<Response> {
  const respond = (result: ExecutionResult) => resultResponse(ctx, result, isPreferred);
  requireOwnOrigin(request);
  const body = await readParameters(request);
  // Runs before `respondOnce`, which reads the input recursively to compare it with an earlier request.
  const refused = refusalOf(body);
  if (refused) return respond({ errors: [refused] });
  const input = graphqlInput.parse(body);
  countLongDocument(input.query, ctx.caller, ctx.now);
  const { document, errors } = readDocument(input);
  if (errors) return respond({ errors });
  if (request.method !== 'POST' && typeOf(document, input) === OperationTypeNode.MUTATION)
    return failureResponse(await wrongMethodResponse(ctx, PATH, ['POST']), isPreferred);
  const work = async () => respond(await run(ctx, document, input));
  const key = request.method === 'POST' ? readKey(request.headers) : null;
  if (key === null || !isCommand(document, input)) return work();
  return respondOnce({ ctx, route: {}, path: PATH, input, key }, work);
}

const typeOf = (document: DocumentNode, { operationName }: GraphqlInput) =>
  getOperationAST(document, operationName)?.operation;

/**
 * Whether an operation runs only once per idempotency key. True for a mutation whose responses may be stored.
 * @throws AppError INPUT_INVALID if the responses of only some fields may be stored
 */
function isCommand(document: DocumentNode, { operationName }: GraphqlInput): boolean {
  const fields = mutationFields(document, operationName);
  const unkept = fields.filter(isUnkept);
  if (unkept.length === 0) return fields.length > 0;
  if (unkept.length === fields.length) return false;
  throw new AppError('INPUT_INVALID', { fieldErrors: { 'Idempotency-Key': ['validation.invalidInput'] } });
}

/** Returns the names of a mutation's root fields, also of fields in fragments. Empty for a query. */
function mutationFields(document: DocumentNode, operationName: GraphqlInput['operationName']): string[] {
  const operation = getOperationAST(document, operationName);
  if (operation?.operation !== OperationTypeNode.MUTATION) return [];
  const fragments = fragmentsOf(document);
  return selectedFields(operation.selectionSet, (name) => fragments.get(name)).map(({ name }) => name.value);
}

/** Returns the error for an input with card data; null for any other input. */
function refusalOf(body: Record<string, unknown>): GraphQLError | null {
  try {
    refuseCardData(body);
    return null;
  } catch (error) {
    return new GraphQLError('', { originalError: error as AppError });
  }
}

async function run(
  ctx: ApiContext,
  document: DocumentNode,
  { variables, operationName }: GraphqlInput,
): Promise<ExecutionResult> {
  const api = createCaller(ctx);
  let head: ReturnType<GraphqlContext['me']> | undefined;
  const contextValue: GraphqlContext = { ctx, api, me: () => (head ??= api.auth.me()) };
  return execute({
    schema,
    document,
    contextValue,
    variableValues: variables,
    operationName,
    hideSuggestions: true,
  });
}

/** The parameters of a GET that are JSON. */
const JSON_PARAMETERS = ['variables', 'extensions'];

/**
 * Returns the parameters of a GraphQL request: the query string of a GET, otherwise the JSON body.
 * @throws AppError INPUT_INVALID, NOT_JSON, TOO_LARGE
 */
async function readParameters(request: Request): Promise<Record<string, unknown>> {
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

/** The maximum length, in characters, of a document that is not counted. */
const PLAIN_LENGTH = 1_000;
const LONG_PER_MINUTE = 300;
/** The maximum number of counted IP ranges. At this number all counters are reset, to limit the used memory. */
const NETWORKS_MAX = 10_000;

const longDocuments = () =>
  processState('longDocuments', () => ({ minute: 0, counts: new Map<string, number>() }));

/**
 * Counts a document of more than 1,000 characters for the caller's IP networks, in the memory of this process. Must run
 * before the document is parsed.
 * @throws AppError THROTTLED for more than 300 long documents in one minute
 */
function countLongDocument(query: string, { address }: { address: string }, now: Date): void {
  if (query.length <= PLAIN_LENGTH) return;
  const present = Math.floor(now.getTime() / MINUTE_MS);
  const state = longDocuments();
  const { counts } = state;
  if (present !== state.minute || counts.size >= NETWORKS_MAX) counts.clear();
  state.minute = present;
  const max = LONG_PER_MINUTE * settings().THROTTLE_SCALE;
  const networks = networksOf(address);
  for (const { network } of networks) counts.set(network, (counts.get(network) ?? 0) + 1);
  const countOf = (network: string) => counts.get(network) ?? 0;
  const first = countOf(networks[0].network);
  const isRefused = networks.some(({ network, budget }, at) =>
    isNetworkAtLimit(countOf(network), max * budget, at === 0 ? null : first),
  );
  if (!isRefused) return;
  const retryAfterSeconds = Math.ceil(((present + 1) * MINUTE_MS - now.getTime()) / 1000);
  throw new AppError('THROTTLED', { retryAfterSeconds });
}
