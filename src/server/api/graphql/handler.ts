import {
  getOperationAST,
  Kind,
  OperationTypeNode,
  parse,
  type DocumentNode,
  type SelectionSetNode,
} from 'graphql';
import { createYoga } from 'graphql-yoga';
import type { z } from 'zod';
import { AppError } from '@/domain/errors';
import { graphqlInput } from '@/schemas/graphql';
import { refuseCardData, readObject, requireJson } from '../body';
import { apiContext } from '../context';
import { requireSameOrigin } from '../origin';
import { answerText, answerThrown, answerWrongMethod } from '../rest/answer';
import { answerOnce, readKey } from '../rest/idempotency';
import { createCaller } from '../root';
import type { ApiContext } from '../trpc';
import type { GraphqlContext } from './builder';
import { inOurWords, tellRefusal } from './errors';
import { limits, TOKENS_MAX } from './limits';
import { UNREPEATABLE } from './links';
import { schema } from './schema';

const PATH = '/api/graphql';

type GraphqlInput = z.output<typeof graphqlInput>;

const yoga = createYoga<GraphqlContext>({
  schema,
  graphqlEndpoint: PATH,
  plugins: [...limits(), inOurWords()],
  maskedErrors: false,
  batching: false,
  // What is asked may hold a password; nothing of it stays.
  parserAndValidationCache: false,
  graphiql: false,
  landingPage: false,
  multipart: false,
  cors: false,
  logging: false,
});

/**
 * `POST /api/graphql`: the third door to the use cases. What is wrong with the request itself is refused as REST
 * refuses it; what is wrong with an operation has the status 200 and stands in `errors`.
 */
export async function handleGraphql(request: Request): Promise<Response> {
  const ctx = apiContext(request.headers, request.method);
  try {
    if (request.method !== 'POST') return await answerWrongMethod(ctx, PATH, ['POST']);
    requireSameOrigin(request);
    requireJson(request);
    const input = graphqlInput.parse(await readObject(request));
    // First of all: what is nested without end is not even to be compared with an earlier request.
    const refused = await refuse(ctx, input);
    if (refused) return refused;
    const work = () => answer(ctx, input);
    const key = readKey(request.headers);
    if (key === null || !isCommand(input)) return await work();
    return await answerOnce({ ctx, route: {}, path: PATH, input, key }, work);
  } catch (error) {
    return answerThrown(error, ctx, PATH);
  }
}

/** Fields whose answers are not kept: a copy of somebody's data does not belong there, nor do secrets in cookies. */
const UNKEPT: ReadonlySet<string> = new Set(['downloadMyData', ...UNREPEATABLE]);

/**
 * Whether an operation is to be done once per key. What can't be read is refused later.
 * @throws AppError INPUT_INVALID for one whose fields want both: neither may its answer be kept, nor may it be done twice
 */
function isCommand({ query, operationName }: GraphqlInput): boolean {
  const fields = mutationFields(query, operationName);
  const unkept = fields.filter((name) => UNKEPT.has(name));
  if (unkept.length === 0) return fields.length > 0;
  if (unkept.length === fields.length) return false;
  throw new AppError('INPUT_INVALID', { fieldErrors: { 'Idempotency-Key': ['validation.invalidInput'] } });
}

/** What a mutation asks to be done, through its fragments; nothing for a query and for what can't be read. */
function mutationFields(query: string, operationName: GraphqlInput['operationName']): string[] {
  try {
    const document = parse(query, { maxTokens: TOKENS_MAX, noLocation: true });
    const operation = getOperationAST(document, operationName);
    if (operation?.operation !== OperationTypeNode.MUTATION) return [];
    return rootFields(operation.selectionSet, fragmentsOf(document));
  } catch {
    return [];
  }
}

type Fragments = Map<string, SelectionSetNode>;

const fragmentsOf = ({ definitions }: DocumentNode): Fragments =>
  new Map(
    definitions
      .filter((one) => one.kind === Kind.FRAGMENT_DEFINITION)
      .map(({ name, selectionSet }) => [name.value, selectionSet]),
  );

/** @param unread each fragment is read once: they may hold one another many times over, or without end. */
function rootFields({ selections }: SelectionSetNode, unread: Fragments): string[] {
  return selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection.name.value];
    if (selection.kind === Kind.INLINE_FRAGMENT) return rootFields(selection.selectionSet, unread);
    const set = unread.get(selection.name.value);
    unread.delete(selection.name.value);
    return set ? rootFields(set, unread) : [];
  });
}

async function refuse(ctx: ApiContext, input: GraphqlInput): Promise<Response | null> {
  try {
    refuseCardData(input);
    return null;
  } catch (error) {
    return answerText(200, JSON.stringify({ errors: [await tellRefusal(error, ctx)] }), ctx.headers);
  }
}

async function answer(ctx: ApiContext, input: GraphqlInput): Promise<Response> {
  const api = createCaller(ctx);
  let head: ReturnType<GraphqlContext['me']> | undefined;
  const me = () => (head ??= api.auth.me());
  const asked = new Request(`http://localhost${PATH}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(input),
  });
  const response = await yoga.fetch(asked, { ctx, api, me });
  return answerText(200, await response.text(), ctx.headers);
}
