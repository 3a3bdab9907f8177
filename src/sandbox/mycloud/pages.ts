import { baht, bangkokTime, html, page, type Html } from '../pages';
import { DELIVERY_MODES, stepOf, type ParcelRecord } from './warehouse';
import type { FulfilmentService } from './open';

const SHOWN_MAX = 100;

function stepsList(parcel: ParcelRecord, now: number): Html {
  const at = stepOf(parcel, now);
  const rows = parcel.steps.map(
    (step, n) =>
      html`<li>
        ${n <= at ? html`<b>${step.word}</b>` : html`<span class="soft">${step.word}</span>`}
        <span class="soft">${bangkokTime(step.at)}</span>
      </li>`,
  );
  return html`<ol>
    ${rows}
  </ol>`;
}

function parcelCard(service: FulfilmentService, parcel: ParcelRecord): Html {
  const { warehouse } = service;
  const now = warehouse.clock.ms();
  const at = stepOf(parcel, now);
  const word = parcel.steps[at]?.word ?? '';
  const next = parcel.steps[at + 1]?.word;
  const isSent = word === 'SHIPPED' || word === 'DELIVERED';
  const number = warehouse.trackingNumberOf(parcel);
  return html`<section class="card">
    <h2>
      ${parcel.mcNumber} <span class="tag ${word === 'DELIVERED' ? 'successful' : 'pending'}">${word}</span>
    </h2>
    <dl>
      <dt>Order</dt>
      <dd>${parcel.orderNumber}</dd>
      <dt>To</dt>
      <dd>${parcel.name}, ${parcel.phone}<br />${parcel.address} ${parcel.postcode}</dd>
      <dt>Contents</dt>
      <dd>${parcel.items.map(({ sku, quantity }) => html`${quantity} × ${sku}<br />`)}</dd>
      <dt>Worth</dt>
      <dd>${baht(parcel.totalPrice * 100)}</dd>
      <dt>By</dt>
      <dd>
        ${DELIVERY_MODES[parcel.deliveryModeId]?.name ?? 'nobody we know'}
        ${isSent && html`<a href="/mycloud/track/${number}">${number}</a>`}
      </dd>
    </dl>
    ${stepsList(parcel, now)}
    ${
      next === undefined
        ? html`<p class="soft">That was its life.</p>`
        : html`<form method="post" action="/mycloud/parcels/${parcel.id}/next">
            <button class="small main">${next} now</button>
          </form>`
    }
  </section>`;
}

function listPage(service: FulfilmentService): Response {
  const newest = [...service.warehouse.parcels.values()].reverse();
  const cards = newest.slice(0, SHOWN_MAX).map((parcel) => parcelCard(service, parcel));
  const more =
    newest.length > SHOWN_MAX ? html`<p class="soft">And ${newest.length - SHOWN_MAX} older ones.</p>` : '';
  return page('Parcels', html`${cards.length > 0 ? cards : html`<p class="card">No parcel yet.</p>`}${more}`);
}

/** Renders the tracking page of the courier for a tracking number. */
function trackPage({ warehouse }: FulfilmentService, number: string): Response {
  const now = warehouse.clock.ms();
  const found = [...warehouse.parcels.values()].find((parcel) => {
    const word = parcel.steps[stepOf(parcel, now)]?.word;
    return warehouse.trackingNumberOf(parcel) === number && (word === 'SHIPPED' || word === 'DELIVERED');
  });
  const options = { narrow: true, nav: false, status: found ? 200 : 404 };
  if (!found)
    return page('Follow a parcel', html`<p class="card">TEST: no parcel goes by ${number}.</p>`, options);
  const passed = found.steps
    .slice(4, stepOf(found, now) + 1)
    .map(
      (step) =>
        html`<p>${bangkokTime(step.at)} <b>${step.word === 'SHIPPED' ? 'On its way' : 'Delivered'}</b></p>`,
    );
  return page(
    'Follow a parcel',
    html`<section class="card">
      <p class="soft">TEST courier</p>
      <h2>${number}</h2>
      ${passed}
    </section>`,
    options,
  );
}

/**
 * Handles requests to `/mycloud`, a page with all parcels and a button for the next status. Returns null for
 * an unknown page.
 */
export async function answerFulfilmentPages(
  service: FulfilmentService,
  request: Request,
  url: URL,
): Promise<Response | null> {
  const path = url.pathname.replace(/\/$/, '');
  if (request.method === 'GET' && path === '/mycloud') return listPage(service);
  const number = /^\/mycloud\/track\/(\w+)$/.exec(path)?.[1];
  if (request.method === 'GET' && number !== undefined) return trackPage(service, number);
  const id = /^\/mycloud\/parcels\/(\d+)\/next$/.exec(path)?.[1];
  const parcel = id === undefined ? undefined : service.warehouse.parcels.get(id);
  if (request.method !== 'POST' || parcel === undefined) return null;
  const next = parcel.steps[stepOf(parcel, service.warehouse.clock.ms()) + 1];
  if (next) await service.moveTo(parcel, next.word);
  return new Response(null, { status: 303, headers: { location: '/mycloud' } });
}
