import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ERROR_CODES, ERROR_KINDS } from '@/domain/error-kinds';
import { REFUSAL_REASONS } from '@/domain/refusal-reasons';
import {
  complaintsOf,
  documentedCalls,
  documentOfTests,
  judgeOf,
  systemCalls,
  type DocumentedMedia,
} from '@/testing/openapi';
import { withWorld } from '@/testing/with-world';
import { listRoutes } from '../rest/routes';

const world = withWorld();

const calls = documentedCalls();

describe('the OpenAPI document', () => {
  test('is OpenAPI 3.1 and defines everything that it refers to', () => {
    const document = documentOfTests();
    expect(document.openapi).toBe('3.1.0');
    expect(document.info).toMatchObject({ title: 'ira', version: '1.0.0' });
    expect(Object.keys(document.components.securitySchemes)).toEqual(['session', 'operator', 'token']);
    const refs = JSON.stringify(document).match(/"\$ref":"[^"]+"/g) ?? [];
    expect(refs.length).toBeGreaterThan(10);
    for (const ref of refs) expect(() => judgeOf(JSON.parse(`{${ref}}`) as object)).not.toThrow();
  });

  test('has exactly the rows of the table', () => {
    const rows = listRoutes().map(({ method, path }) => `${method} ${path}`);
    expect(calls.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(rows.sort());
  });

  test('is returned unchanged by /api/openapi.json', async () => {
    const response = await world.request('GET', '/api/openapi.json');
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'application/json; charset=utf-8',
    ]);
    expect(await response.json()).toEqual(documentOfTests());
  });

  test('gives every operation a unique name, a description and a defined tag', () => {
    const all = [...calls, ...systemCalls()].map(({ operation }) => operation);
    expect(new Set(all.map(({ operationId }) => operationId)).size).toBe(all.length);
    const tags = documentOfTests().tags.map(({ name }) => name);
    for (const { operationId, description, tags: own } of all) {
      expect(operationId).toMatch(/^[a-z][A-Za-z]+$/);
      expect([operationId, description]).toEqual([operationId, expect.stringMatching(/^[A-Z].{10,}\.$/)]);
      expect(tags).toEqual(expect.arrayContaining(own));
    }
    expect(new Set(all.flatMap((one) => one.tags))).toEqual(new Set(tags));
    for (const { description } of documentOfTests().tags) expect(description).toBeTruthy();
    expect(documentOfTests().info.contact.url).toBeTruthy();
  });

  test('gives every body with fields an example', () => {
    for (const { operation } of [...calls, ...systemCalls()]) {
      const bodies = [operation.requestBody, ...Object.values(operation.responses)];
      const media = bodies.flatMap((body) => Object.values<DocumentedMedia>(body?.content ?? {}));
      for (const { schema, example, examples } of media) {
        const isShown =
          schema === undefined || example !== undefined || Object.keys(examples ?? {}).length > 0;
        expect([operation.operationId, isShown]).toEqual([operation.operationId, true]);
      }
    }
  });

  test('keeps the value type of records, and lists the codes and reasons of refusals', () => {
    const { Refusal } = documentOfTests().components.schemas;
    expect(Refusal).toMatchObject({
      properties: {
        code: { enum: ERROR_CODES },
        reason: { enum: REFUSAL_REASONS },
        fieldErrors: { additionalProperties: { type: 'array', items: { type: 'string' } } },
      },
    });
    expect(Refusal).not.toHaveProperty('additionalProperties');
  });

  test('offers a session where one changes the result, although none is needed', () => {
    const optional = calls.filter(({ operation }) => operation.security.length > 1).map(({ path }) => path);
    expect(optional.sort()).toEqual([
      '/api/logout',
      '/api/referral-codes/apply',
      '/api/register',
      '/api/register/email-auth',
    ]);
  });
});

describe.each(calls)('$method $path', ({ method, operation }) => {
  test('documents its purpose, access and response', () => {
    expect(operation.summary).toMatch(/^[A-Z].{5,90}[^.]$/);
    expect(operation.tags).toHaveLength(1);
    for (const way of operation.security) {
      expect(['session', 'operator', 'token', undefined]).toContain(Object.keys(way)[0]);
    }
    for (const [status, { description }] of Object.entries(operation.responses)) {
      expect(status).toMatch(/^[2-5]\d\d$/);
      expect(description).toBeTruthy();
    }
  });

  test('accepts an Idempotency-Key if it writes, except where the response would store a secret', () => {
    const names = (operation.parameters ?? []).map(({ name }) => name);
    const hasSecret = ['postLogin', 'postServerWebhooks', 'postServerWebhooksReplaceSecret'];
    const isSecret = hasSecret.includes(operation.operationId) || operation.tags[0] === 'links';
    const isKeyed = method !== 'GET' && !isSecret;
    expect(names.includes('Idempotency-Key')).toBe(isKeyed);
  });

  test('has examples that match its schemas', () => {
    const answer = operation.responses['200']?.content['application/json'];
    expect(complaintsOf(answer?.schema ?? {}, answer?.example)).toEqual([]);
    const body = operation.requestBody?.content['application/json'];
    if (body) expect(complaintsOf(body.schema, body.example)).toEqual([]);
    for (const response of Object.values(operation.responses)) {
      const { schema, examples = {} } = response.content['application/json'];
      for (const { value } of Object.values(examples)) {
        expect(complaintsOf(schema, value)).toEqual([]);
        expect(ERROR_KINDS).toHaveProperty(value.code);
        expect(value.message).not.toMatch(/^errors\./);
      }
    }
  });
});

describe('/api/docs', () => {
  test('is a page with every operation, its refusals and its schemas', async () => {
    const response = await world.request('GET', '/api/docs');
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    const page = await response.text();
    for (const { path, operation } of [...calls, ...systemCalls()]) {
      expect(page).toContain(`id="${operation.operationId}"`);
      expect(page).toContain(path);
    }
    expect(page).toContain('SKIP_TOO_LATE');
    expect(page).toContain('lang="en"');
  });

  test('loads and runs nothing: its policy allows only its own style', async () => {
    const response = await world.request('GET', '/api/docs');
    const page = await response.text();
    expect(page).not.toMatch(/<script|<link|<img|<iframe|\ssrc=|url\(|@import|\son\w+=|\sstyle=/);
    const style = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(response.headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
  });

  test.each(['/api/docs', '/api/openapi.json'])('%s accepts GET and HEAD only', async (path) => {
    const head = await world.request('HEAD', path);
    expect([head.status, await head.text()]).toEqual([200, '']);
    const post = await world.request('POST', path, {});
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});
