import type { Answer } from '../provider';

/** An error of LINE: an HTTP status and a body in the format of the called API. */
export class LineRefusal extends Error {
  constructor(
    readonly status: number,
    readonly body: Record<string, unknown>,
  ) {
    super(JSON.stringify(body));
  }
}

/** The login API's error: `{"error", "error_description"}`. */
export const loginRefusal = (status: number, error: string, description: string) =>
  new LineRefusal(status, { error, error_description: description });

/** An invalid property of a message body. */
export interface Fault {
  message: string;
  /** `messages[0].contents.body` */
  property: string;
}

/** The other APIs' error: `{"message", "details"}`. */
export const apiRefusal = (status: number, message: string, details: Fault[] = []) =>
  new LineRefusal(status, details.length > 0 ? { message, details } : { message });

export const answerOf = (refusal: LineRefusal): Answer => ({ status: refusal.status, body: refusal.body });
