import type { z } from 'zod';
import type { ErrorCode, ErrorKind } from '@/domain/error-kinds';
import type { TokenScope } from '@/domain/api-token';
import type { StaffAction } from '@/domain/staff';

/**
 * The callers of a call. `anyone`: every caller. `not_subscribed`: callers without a subscription, with or without a
 * session. `logged_in`: callers with a session. `registering`: accounts whose first payment is pending. `subscriber`:
 * all other accounts with a subscription. `link`: callers with the token of a link in a message. `operator`: callers with
 * the operator's token. `token`: callers with an API token of the desk that has the `scope` of the call.
 */
export type Who =
  | 'anyone'
  | 'not_subscribed'
  | 'logged_in'
  | 'registering'
  | 'subscriber'
  | 'link'
  | 'operator'
  | 'token';

/** An error code that a call can return. A pair adds an error kind that differs from the usual kind of the code. */
export type Refusal = ErrorCode | readonly [ErrorCode, ErrorKind];

type Place = `${'GET' | 'POST' | 'DELETE'} /${string}`;

/** The REST path of a call. */
export interface RestMeta {
  path: Place;
  /** A second method and path of the same call. */
  also?: Place;
  /** The one-line description for the API documentation. */
  summary: string;
  /** One or two sentences for the API documentation that the summary does not say. */
  description: string;
  /** True if the response is the same for every caller. It is then compressed and has an ETag. */
  isPublic?: true;
  /** True if a session changes what the path does, although callers need none. */
  usesSession?: true;
  /** True if the path ignores an `Idempotency-Key`. */
  unkeyed?: true;
  /** True if the response starts a session. A repeat with the same key then also starts a session for the account. */
  beginsSession?: true;
}

/** A mutation of GraphQL. Its arguments and its type come from input and output of the procedure. */
export interface MutationMeta {
  mutation: string;
  description?: string;
  /** Descriptions of arguments. */
  args?: Readonly<Record<string, string>>;
  /** The arguments whose null is not removed, because it has a meaning. */
  nullable?: readonly string[];
  /** The arguments with an enum type. Other enums of the input are a String, so that no caller breaks. */
  enums?: readonly string[];
  /** The values of arguments that the mutation does not have. */
  fixed?: Readonly<Record<string, unknown>>;
  /** The type, if it is not made of the output. `Boolean` answers true. */
  type?: 'Boolean' | 'JSON';
  /** True if the response is not stored for a repeat, because it has personal data or sets a secret cookie. */
  unkept?: true;
}

/** What a procedure says about itself beside its input, output and use case. */
export interface CallMeta {
  who?: Who;
  /** What an API token must be allowed; only with `who: 'token'`. */
  scope?: TokenScope;
  rest?: RestMeta;
  graphql?: MutationMeta | readonly MutationMeta[];
  /** The error of the call for a failure of ours. `procedureNamed` sets it. */
  failure?: ErrorCode;
  /** The other specific errors of the call. Excludes those of all calls with the same callers and method. */
  refusals?: readonly Refusal[];
  /** A valid input, and for REST the answer to it. Tests validate both and send the input. */
  example?: { input?: unknown; data?: unknown };
  /** Desk: the action that the caller's role needs; null if no log-in is needed. */
  action?: StaffAction | null;
  /** Desk: the largest body in bytes, for callers whose role may do the action. Without it, the limit of all calls. */
  bodyMax?: number;
}

/** The output of a procedure as `answer` describes it. */
export interface Answer<S extends z.ZodType> {
  _input: z.input<S>;
  _output: z.output<S>;
  schema: S;
  parse: (value: unknown) => unknown;
}

/**
 * Describes the output of a procedure by a zod schema. The compiler and the contract tests compare both. At run time
 * the value is returned unchanged, because a parse of every answer costs time and can only fail.
 */
export function answer<S extends z.ZodType>(schema: S): Answer<S> {
  return { schema, parse: (value: unknown) => value } as Answer<S>;
}
