import { isSignedByOmise } from 'ira-client/webhooks';

export interface Forwarding {
  /** The origin of the site. */
  site: string;
  /** The webhook secret of Omise in Base64. */
  secret: string;
}

/** Verifies a webhook of Omise and forwards it to ira, which verifies it again. */
export async function forwardOmiseWebhook(request: Request, { site, secret }: Forwarding): Promise<Response> {
  const body = await request.text();
  const signature = request.headers.get('omise-signature');
  const timestamp = request.headers.get('omise-signature-timestamp');
  if (!isSignedByOmise({ body, signature, timestamp, secret }, new Date()))
    return new Response('wrong signature', { status: 401 });
  const headers = {
    'content-type': 'application/json',
    'omise-signature': signature ?? '',
    'omise-signature-timestamp': timestamp ?? '',
  };
  return fetch(`${site}/api/webhooks/omise`, { method: 'POST', body, headers });
}
