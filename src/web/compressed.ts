import { constants } from 'node:zlib';
import compression from 'compression';
import type { Handler } from './ask-in-process';

/** Brotli at this quality takes about as long as gzip, and its result is smaller. */
const QUALITY = 4;

const compress = compression({ brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } } });

/** Returns the handler with responses in Brotli or gzip, as the request accepts. */
export function compressed(handle: Handler): Handler {
  return (request, response) =>
    new Promise((resolve, reject) => {
      compress(
        request as never,
        response as never,
        () => void handle(request, response).then(resolve, reject),
      );
    });
}
