import { answerCall, type Answer, type ProviderContext } from '../provider';
import { nothingHere } from '../respond';
import { slipText, type SlipFacts } from './slip';

export interface SlipService {
  apiKey: string;
  /** Returns the transfers of which a slip can be made. */
  transfers: () => SlipFacts[];
  context: ProviderContext;
}

const refuse = (code: number, message: string): Answer => ({ status: 400, body: { code, message } });
const errorBody = (code: string, message: string) => ({ code, message });
/** Shows the digits of an account as Thai banks do on slips: only the last but one five of them. */
const masked = (account: string) =>
  [...account]
    .map((char, at) =>
      /\d/.test(char) && (at < account.length - 7 || at === account.length - 1) ? 'x' : char,
    )
    .join('');

function dataOf({ ref, date, time, amount, receiver }: SlipFacts) {
  return {
    success: true,
    message: '✅',
    transRef: ref,
    sendingBank: '014',
    receivingBank: '004',
    transDate: date.replaceAll('-', ''),
    transTime: time,
    sender: {
      displayName: 'น.ส. มะลิ ร',
      name: 'MS. MALI R',
      proxy: { type: null, value: null },
      account: { type: 'BANKAC', value: 'xxx-x-x1234-x' },
    },
    receiver: {
      displayName: receiver.name,
      name: receiver.name,
      proxy: { type: '', value: '' },
      account: { type: 'BANKAC', value: masked(receiver.account) },
    },
    amount: amount / 100,
    paidLocalAmount: amount / 100,
    paidLocalCurrency: '764',
    countryCode: 'TH',
    transFeeAmount: 0,
    ref1: '',
    ref2: '',
    ref3: '',
    toMerchantId: '',
  };
}

function verify(
  { apiKey, transfers }: SlipService,
  key: string | null,
  body: Record<string, unknown>,
): Answer {
  if (key !== apiKey) return refuse(1002, 'Authorization Header ไม่ถูกต้อง');
  const { data } = body;
  if (typeof data !== 'string' || data === '') return refuse(1000, 'กรุณาใส่ข้อมูล QR Code');
  const found = transfers().find(({ ref }) => slipText(ref) === data);
  if (!found) return refuse(1011, 'QR Code หมดอายุ หรือ ไม่มีรายการอยู่จริง');
  return { status: 200, body: { success: true, data: dataOf(found) } };
}

/** Handles requests to `/slipok`. */
export async function answerSlipOk(service: SlipService, request: Request, url: URL): Promise<Response> {
  if (request.method !== 'POST' || !/^\/slipok\/api\/line\/apikey\/\d+$/.test(url.pathname))
    return nothingHere(url.pathname);
  const text = await request.text();
  let body: Record<string, unknown> = {};
  try {
    body = JSON.parse(text) as Record<string, unknown>;
  } catch {
    body = {};
  }
  const call = {
    service: 'slipok',
    op: 'POST /api/line/apikey/{id}',
    request,
    url,
    body,
    params: {},
    errorBody,
  };
  return answerCall(call, service.context, () =>
    verify(service, request.headers.get('x-authorization'), body),
  );
}
