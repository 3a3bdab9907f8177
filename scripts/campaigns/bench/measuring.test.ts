import { describe, expect, test } from 'vitest';
import { readAnswer } from './http-response';
import { interleave, ratiosOf, spreadOf } from './rounds';

const bytes = (text: string) => Buffer.from(text);

describe('response on a connection', () => {
  test('is read to its last byte and no further when its length is known', () => {
    const whole = 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody';
    expect(readAnswer(bytes(`${whole}HTTP/1.1`))).toEqual({
      status: 200,
      length: whole.length,
      body: bytes('body'),
    });
  });

  test('is joined from its chunks', () => {
    const whole = 'HTTP/1.1 401 No\r\ntransfer-encoding: chunked\r\n\r\n2\r\nbo\r\n2\r\ndy\r\n0\r\n\r\n';
    expect(readAnswer(bytes(whole))).toEqual({ status: 401, length: whole.length, body: bytes('body') });
  });

  test.each([
    'HTTP/1.1 200 OK\r\nContent-Le',
    'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbod',
    'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n',
  ])('is waited for while it is incomplete: %j', (text) => {
    expect(readAnswer(bytes(text))).toBeNull();
  });
});

describe('rounds', () => {
  test('measure every case once, in alternating order', async () => {
    const order: string[] = [];
    const slice = (name: string) => () => Promise.resolve(order.push(name));
    const rates = await interleave({ a: slice('a'), b: slice('b') }, 3, new AbortController().signal);
    expect(order.join('')).toBe('abbaab');
    expect(rates).toEqual({ a: [1, 4, 5], b: [2, 3, 6] });
  });

  test('stop on request', async () => {
    const never = () => Promise.reject(new Error('measured'));
    await expect(interleave({ never }, 1, AbortSignal.abort(new Error('stopped')))).rejects.toThrow(
      'stopped',
    );
  });

  test('are compared one by one', () => {
    expect(ratiosOf([1, 4, 9], [2, 4, 3])).toEqual({ median: 1, min: 0.5, max: 3 });
    expect(spreadOf([4, 1, 3, 2])).toEqual({ median: 2.5, min: 1, max: 4 });
  });
});
