import { getOperationAST, OperationTypeNode, parse, visit, type DocumentNode } from 'graphql';
import { createYoga } from 'graphql-yoga';
import type { z } from 'zod';
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

/** Whether an operation is to be done once per key. What can't be read is refused later. */
function isCommand({ query, operationName }: GraphqlInput): boolean {
  try {
    const document = parse(query, { maxTokens: TOKENS_MAX, noLocation: true });
    const operation = getOperationAST(document, operationName);
    return operation?.operation === OperationTypeNode.MUTATION && !holdsUnkept(document);
  } catch {
    return false;
  }
}

/** Wherever the field stands: fragments count too. */
function holdsUnkept(document: DocumentNode): boolean {
  let found = false;
  visit(document, {
    Field: ({ name }) => {
      found ||= UNKEPT.has(name.value);
    },
  });
  return found;
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
