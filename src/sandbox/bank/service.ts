import { baht, html, page, table } from '../pages';
import { answerCall, type Answer, type ProviderContext } from '../provider';
import { nothingHere } from '../respond';
import { refOf, slipPicture } from '../slipok/slip';
import { inBaht, statementCsv, type Bank } from './statement';

export interface BankService {
  bank: Bank;
  context: ProviderContext;
}

const CSV = {
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': 'inline; filename="statement.csv"',
  'cache-control': 'no-store',
};

const errorBody = (code: string, message: string) => ({ status: 'error', code, message });

function receive(bank: Bank, body: Record<string, unknown>): Answer {
  try {
    return { status: 200, body: { status: 'ok', data: bank.receive(body) } };
  } catch (error) {
    if (error instanceof TypeError) return { status: 400, body: errorBody('INVALID', error.message) };
    throw error;
  }
}

function statementPage(bank: Bank, problem = ''): Response {
  const rows = bank
    .list()
    .reverse()
    .map(
      ({ id, date, time, amount, reference }) =>
        html`<tr>
          <td style="white-space:nowrap">${date} ${time}</td>
          <td class="num">${baht(amount)}</td>
          <td>${reference || '(none)'}</td>
          <td class="soft">${id}</td>
          <td><a href="/bank/slips/${id}.jpg">Slip</a></td>
        </tr>`,
    );
  const list = table(['Arrived', 'Amount', 'Reference', 'Line', 'Slip'], rows);
  return page(
    'Bank',
    html`<form class="card" method="post" action="/bank">
        <h2>A transfer arrives</h2>
        ${problem && html`<p role="alert">${problem}</p>`}
        <p>
          <label>Amount in baht <br /><input name="amount" inputmode="decimal" required /></label>
        </p>
        <p>
          <label>Reference <br /><input name="reference" autocomplete="off" /></label>
        </p>
        <p>
          <label>Day, today when left out <br /><input name="date" type="date" /></label>
        </p>
        <button class="main">Transfer</button>
      </form>
      <p>
        <a href="/bank/statement.csv">The statement as CSV</a>,
        <a href="/bank/statement.csv?format=detailed">the same in another format</a>
      </p>
      ${rows.length > 0 ? list : html`<p class="card">No transfer yet.</p>`}`,
    { status: problem === '' ? 200 : 400 },
  );
}

/** Converts an amount in baht such as `375.25` to satang. Returns 0 if the text is not an amount. */
function satangOf(text: string): number {
  return /^\d{1,9}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : 0;
}

async function receiveByForm(bank: Bank, request: Request): Promise<Response> {
  const form = new URLSearchParams(await request.text());
  const read = (field: string) => (form.get(field) ?? '').trim();
  try {
    bank.receive({ amount: satangOf(read('amount')), reference: read('reference'), date: read('date') });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return statementPage(bank, `Not transferred: ${error.message}, such as ${inBaht(37_525)} baht.`);
  }
  return new Response(null, { status: 303, headers: { location: '/bank' } });
}

async function jsonOf(request: Request): Promise<Record<string, unknown>> {
  try {
    const body: unknown = JSON.parse(await request.text());
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Handles requests to `/bank`: the page, the statement as CSV, and the form that adds a transfer. */
export async function answerBank(
  { bank, context }: BankService,
  request: Request,
  url: URL,
): Promise<Response> {
  const path = url.pathname.slice('/bank'.length).replace(/\/$/, '');
  const op = `${request.method} ${path}`;
  const call = { service: 'bank', op, request, url, params: {}, errorBody };
  const slip = /^GET \/slips\/([\w-]{1,60})\.jpg$/.exec(op)?.[1];
  if (slip)
    return new Response(new Uint8Array(slipPicture(refOf(slip))), {
      headers: { 'content-type': 'image/jpeg', 'cache-control': 'no-store' },
    });
  switch (op) {
    case 'GET ':
      return statementPage(bank);
    case 'POST ':
      return receiveByForm(bank, request);
    case 'GET /statement.csv':
      return answerCall({ ...call, body: {} }, context, () => ({
        status: 200,
        body: statementCsv(
          bank.list(url.searchParams.get('from')).filter((one) => !one.isElsewhere),
          url.searchParams.get('format'),
        ),
        headers: CSV,
      }));
    case 'POST /transfers': {
      const body = await jsonOf(request);
      return answerCall({ ...call, body }, context, () => receive(bank, body));
    }
    default:
      return nothingHere(url.pathname);
  }
}
