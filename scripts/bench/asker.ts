import { handleApi } from '@/server/api/handler';
import { answerParent } from './child';
import { requireSuccess, toRequest, type Asked } from './requests';

// The product's API without its web server, so that every statement on the wire is the request's own.
answerParent({
  ask: async (asked: Asked) => {
    const response = await handleApi(toRequest(asked));
    const body = Buffer.from(await response.arrayBuffer());
    requireSuccess(response.status, body, asked.path);
    return body.length;
  },
});
