/** Registers a subscriber who pays offline through the REST API. @returns the path of the pay page */
export async function openPayPage(origin: string, signal: AbortSignal): Promise<string> {
  const cookies = new Map<string, string>();
  const post = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const response = await fetch(origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin, cookie: [...cookies.values()].join('; ') },
      body: JSON.stringify(body),
      signal,
    });
    const answer = (await response.json()) as { data?: Record<string, unknown> };
    if (!response.ok) throw new Error(`${path} answered ${response.status} ${JSON.stringify(answer)}`);
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';', 1);
      cookies.set(pair.split('=', 1)[0] ?? '', pair);
    }
    return answer.data ?? {};
  };
  await post('/api/register', {
    plan: { frequency: 1, paymentDay: 31, items: [{ productCode: 'day-pads', quantity: 2 }] },
    details: { firstName: 'Pay', lastName: 'Page', phone: '0812345678' },
    email: 'pay-page@example.test',
    password: 'a password of the bench',
    locale: 'en',
    consent: true,
  });
  await post('/api/register/delivery', {
    address: '1 Rama IV Road',
    subdistrict: 'Khlong Toei',
    district: 'Khlong Toei',
    province: 'Bangkok',
    postalCode: '10110',
  });
  const { paymentUrl } = await post('/api/register/payment/offline', {});
  return new URL(String(paymentUrl)).pathname;
}
