import {
  execute,
  getOperationAST,
  OperationTypeNode,
  type DocumentNode,
  type ExecutionResult,
} from 'graphql';
import type { z } from 'zod';
import { AppError } from '@/domain/errors';
import { graphqlInput } from '@/schemas/graphql';
import { refuseCardData, readObject, requireJson } from '../body';
import { apiContext } from '../context';
import { requireSameOrigin } from '../origin';
import { textResponse, errorResponse, wrongMethodResponse } from '../rest/responses';
import { respondOnce, readKey } from '../rest/idempotency';
import { createCaller } from '../root';
import type { ApiContext } from '../trpc';
import type { GraphqlContext } from './builder';
import { readDocument } from './document';
import { toGraphqlError, toGraphqlRefusal } from './errors';
import { fragmentsOf } from './limits';
import { UNREPEATABLE } from './links';
import { countLongDocument } from './long-documents';
import { schema } from './schema';
import { selectedFields } from './selected-fields';

const PATH = '/api/graphql';

type GraphqlInput = z.output<typeof graphqlInput>;

/**
 * Handles `POST /api/graphql`. An invalid request gets an error response in the format of REST. An invalid operation
 * gets the status 200 with `errors`.
 */
export async function handleGraphql(request: Request): Promise<Response> {
  const ctx = apiContext(request.headers, request.method);
  try {
    if (request.method !== 'POST') return await wrongMethodResponse(ctx, PATH, ['POST']);
    requireSameOrigin(request);
    requireJson(request);
    const body = await readObject(request);
    // Runs before `respondOnce`, which reads the input recursively to compare it with an earlier request.
    const refused = await refuse(ctx, body);
    if (refused) return refused;
    const input = graphqlInput.parse(body);
    countLongDocument(input.query, ctx.caller, ctx.now);
    const { document, errors } = readDocument(input);
    if (errors) return await toResponse(ctx, { errors });
    const work = async () => toResponse(ctx, await run(ctx, document, input));
    const key = readKey(request.headers);
    if (key === null || !isCommand(document, input)) return await work();
    return await respondOnce({ ctx, route: {}, path: PATH, input, key }, work);
  } catch (error) {
    return errorResponse(error, ctx, PATH);
  }
}

/** The mutations whose responses must not be stored, because they contain personal data or set a secret cookie. */
const UNKEPT: ReadonlySet<string> = new Set(['downloadMyData', ...UNREPEATABLE]);

/**
 * Whether an operation runs only once per idempotency key. True for a mutation without fields of `UNKEPT`.
 * @throws AppError INPUT_INVALID for a mutation with fields of `UNKEPT` and other fields
 */
function isCommand(document: DocumentNode, { operationName }: GraphqlInput): boolean {
  const fields = mutationFields(document, operationName);
  const unkept = fields.filter((name) => UNKEPT.has(name));
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

async function refuse(ctx: ApiContext, body: Record<string, unknown>): Promise<Response | null> {
  try {
    refuseCardData(body);
    return null;
  } catch (error) {
    return textResponse(200, JSON.stringify({ errors: [await toGraphqlRefusal(error, ctx)] }), ctx.headers);
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

async function toResponse(ctx: ApiContext, { errors, ...rest }: ExecutionResult): Promise<Response> {
  const told = errors && (await Promise.all(errors.map((error) => toGraphqlError(error, ctx))));
  return textResponse(200, JSON.stringify({ ...(told && { errors: told }), ...rest }), ctx.headers);
}
