import { handleApi } from '@/server/api/handler';
import { answerParent } from './child';

// The product's API without its web server, so that every statement on the wire is the request's own.
answerParent({
  ask: async ({ path, cookie }: { path: string; cookie: string }) => {
    const response = await handleApi(new Request(`http://127.0.0.1${path}`, { headers: { cookie } }));
    const text = await response.text();
    if (response.status !== 200)
      throw new Error(`${path} answered ${response.status}: ${text.slice(0, 300)}`);
    return text.length;
  },
});
