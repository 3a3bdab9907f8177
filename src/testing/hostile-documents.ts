const times = (count: number, text: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => text(n)).join(' ');

/** GraphQL documents that are expensive to validate, each below the limit of 1,000 tokens. */
export const HOSTILE_DOCUMENTS: [what: string, query: string][] = [
  ['one field again and again', `{ viewer { ${times(245, () => 'account { id }')} } }`],
  [
    'fields that repeat five times each',
    `{ viewer { ${times(5, () => 'account { id email firstName lastName locale lineLinked emailVerified } profile { firstName lastName phone ageGroup locale email emailVerified pendingEmail hasPassword } cards { cardId brand lastDigits name expiryMonth expiryYear isDefault status } pendingPayment { orderId method status reason amount paymentUrl expiresAt } subscription { status registering frequency paymentDay paymentMethod version boxPrice deliveryFee pointsPerOrder } upcomingOrders { nodes { orderId } }')} } }`,
  ],
  [
    'fields that repeat at every level',
    `{ ${times(5, () => `viewer { ${times(5, () => `upcomingOrders { ${times(5, () => 'nodes { orderId }')} }`)} }`)} }`,
  ],
  [
    'arguments that are compared',
    `{ viewer { ${times(5, () => `previousOrders(first: 1, after: "${'x'.repeat(9_000)}") { nodes { orderId } }`)} } }`,
  ],
  [
    'lists in arguments that are compared',
    `{ viewer { ${times(5, () => `previousOrders(after: ${'['.repeat(80)}1${']'.repeat(80)}) { nodes { orderId } }`)} } }`,
  ],
  [
    'a hundred fragments',
    `{ viewer { ${times(100, (n) => `...f${n}`)} } } ${times(100, (n) => `fragment f${n} on Viewer { points }`)}`,
  ],
  [
    'thirty fragments of the same fields',
    `{ viewer { ${times(30, (n) => `...f${n}`)} } } ${times(30, (n) => `fragment f${n} on Viewer { account { id } profile { email } points }`)}`,
  ],
  [
    'thirty fragments of five fields',
    `{ viewer { ${times(30, (n) => `...f${n}`)} } } ${times(30, (n) => `fragment f${n} on Viewer { ${times(5, (m) => `x${n}y${m}`)} }`)}`,
  ],
  [
    'a chain of fragments',
    `{ viewer { ...f0 } } ${times(30, (n) => `fragment f${n} on Viewer { ${n < 29 ? `...f${n + 1}` : ''} x${n} y${n} z${n} }`)}`,
  ],
  [
    'fragments that are spread twice each',
    `{ viewer { ...f0 } } ${times(30, (n) => `fragment f${n} on Viewer { ${n < 29 ? `...f${n + 1} ...f${n + 1}` : 'points'} }`)}`,
  ],
  [
    'every fragment in every other one',
    `{ viewer { ...f0 } } ${times(25, (n) => `fragment f${n} on Viewer { ${times(24 - n, (m) => `...f${n + 1 + m}`)} points }`)}`,
  ],
  [
    'fragments that no operation uses',
    `{ products { code } } ${times(28, (n) => `fragment f${n} on Viewer { ${times(12, () => 'points')} }`)}`,
  ],
  [
    'fragments in a circle',
    '{ viewer { ...a } } fragment a on Viewer { ...b points } fragment b on Viewer { ...a points }',
  ],
  ['inline fragments in each other', `{ viewer { ${'... { '.repeat(300)} points ${' }'.repeat(300)} } }`],
  ['inline fragments beside each other', `{ viewer { ${times(190, (n) => `... { x${n % 60} }`)} } }`],
  [
    'eighty operations of one fragment',
    `${times(80, (n) => `query q${n} { ...f }`)} fragment f on Query { ${times(100, (n) => `x${n}`)} }`,
  ],
  [
    'operations that share variables',
    `${times(40, (n) => `query q${n}($v: Int) { ...f }`)} fragment f on Query { viewer { ${times(20, (n) => `x${n}(a: $v, b: $v, c: $v)`)} } }`,
  ],
  ['a field of a thousand arguments', `{ products(${times(240, (n) => `a${n}: $v${n}`)}) { code } }`],
  ['a thousand directives', `{ products ${times(490, () => '@a')} { code } }`],
  ['directives with conditions', `{ products ${times(120, () => '@include(if: true)')} { code } }`],
  ['unknown fields', `{ viewer { ${times(480, (n) => `x${n}`)} } }`],
  ['variables that nothing uses', `query (${times(190, (n) => `$v${n}: Int`)}) { products { code } }`],
  [
    'variables of unknown types',
    `query (${times(60, (n) => `$v${n}: [[[X${n}!]!]!]!`)}) { products { code } }`,
  ],
  [
    'an input of many fields',
    `mutation { changeBox(items: [${times(70, () => '{ productCode: "a", quantity: 1, x: 2 }')}]) { order { orderId } } }`,
  ],
  ['types of the schema again and again', `{ __schema { ${times(200, () => 'types { name }')} } }`],
  [
    'types of the schema in each other',
    `{ __schema { ${'types { fields { type { '.repeat(60)} name ${' } } }'.repeat(60)} } }`,
  ],
];
