// urql with its default options, and graphql-request.
import { Client, cacheExchange, fetchExchange, gql } from '@urql/core';
import { ClientError, GraphQLClient } from 'graphql-request';
import { checkEqual, checkTrue, place, subscribe } from './place.mjs';

const url = `${place.site}/api/graphql`;
const urql = new Client({ url, exchanges: [cacheExchange, fetchExchange] });
const plans = await urql.query('{ plans { code names { en th } boxPrice } }', {}).toPromise();
checkEqual('urql: no error', plans.error, undefined);
checkTrue('urql: plans', plans.data?.plans.length > 0);
const products = await urql
  .query(
    gql`
      query Products {
        products {
          code
          name
          price
        }
      }
    `,
    {},
  )
  .toPromise();
checkTrue(
  'urql: products',
  products.data?.products.some(({ code }) => code === 'day-pads'),
);
const viewer = await urql.query('{ viewer { points } }', {}).toPromise();
checkEqual('urql: the code of a refusal', viewer.error?.graphQLErrors[0]?.extensions.code, 'NOT_LOGGED_IN');
const wrong = await urql.query('{ nothing }', {}).toPromise();
checkTrue('urql: an unknown field', wrong.error !== undefined);
const applied = await urql
  .mutation('mutation ($code: String!) { applyCode(code: $code, items: []) { discount } }', { code: 'NONE' })
  .toPromise();
checkTrue(
  'urql: the code of a refused mutation',
  applied.error?.graphQLErrors[0]?.extensions.code.length > 0,
);

const plain = new GraphQLClient(url);
checkTrue('graphql-request: plans', (await plain.request('{ plans { code } }')).plans.length > 0);
const refused = await plain.request('{ viewer { points } }').catch((error) => error);
checkTrue('graphql-request: a refusal is a ClientError', refused instanceof ClientError);
checkEqual('graphql-request: its code', refused.response.errors[0].extensions.code, 'NOT_LOGGED_IN');

const person = await subscribe();
const session = new GraphQLClient(url, {
  fetch: (address, options) => person.visit('POST', new URL(address).pathname, JSON.parse(options.body)),
});
const mine = await session.request(
  'query ($first: Int!) { viewer { account { email } points upcomingOrders(first: $first) { nodes { orderId paymentDate status } } } }',
  { first: 3 },
);
checkEqual('graphql-request: the account', mine.viewer.account.email, person.email);
checkEqual('graphql-request: three upcoming orders', mine.viewer.upcomingOrders.nodes.length, 3);
const [order] = mine.viewer.upcomingOrders.nodes;
const skipped = await session.request(
  'mutation ($orderId: ID!) { skipOrder(orderId: $orderId) { order { status } } }',
  { orderId: order.orderId },
);
checkEqual('graphql-request: a skipped order', skipped.skipOrder.order.status, 'skipped');
