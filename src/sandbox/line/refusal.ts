import type { Answer } from '../provider';

/** An error response of LINE: the HTTP status, and a body in the format of the called API. */
export class LineRefusal extends Error {
  constructor(
    readonly status: number,
    readonly body: Record<string, unknown>,
  ) {
    super(JSON.stringify(body));
  }
}

/** Creates an error of the login API: `{"error", "error_description"}`. */
export const loginRefusal = (status: number, error: string, description: string) =>
  new LineRefusal(status, { error, error_description: description });

/** An error in a property of a message body. */
export interface Fault {
  message: string;
  /** The path of the property, such as `messages[0].contents.body`. */
  property: string;
}

/** Creates an error of the messaging and profile APIs: `{"message", "details"}`. */
export const apiRefusal = (status: number, message: string, details: Fault[] = []) =>
  new LineRefusal(status, details.length > 0 ? { message, details } : { message });

export const answerOf = (refusal: LineRefusal): Answer => ({ status: refusal.status, body: refusal.body });
