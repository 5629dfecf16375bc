import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WayRefusal } from '@back-office/server/identity/ways/sign-in-way.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { callVendor, type Vendor } from './call-vendor.ts';
import { retryWhileBusy } from './retry-while-busy.ts';
import { VendorFault } from './vendor-fault.ts';

const vendor: Vendor = { codeOf: ({ code }) => code, expired: ['401'], busy: ['90001'], refused: ['60020'] };
const schema = z.object({ name: z.string() });

let answer: RequestListener;
const asked: { method: string | undefined; type: string | undefined; body: string }[] = [];
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (part: Buffer) => (body += part.toString()));
  request.on('end', () => {
    asked.push({ method: request.method, type: request.headers['content-type'], body });
    answer(request, response);
  });
});
beforeAll(() => new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready)));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const ask = (more: object = {}) =>
  callVendor(
    vendor,
    { url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/me?access_token=secret`), ...more },
    schema,
  );
const says = (json: unknown, status = 200): void => {
  answer = (_request, response) => void response.writeHead(status).end(typeof json === 'string' ? json : JSON.stringify(json));
};
const faultOf = async (json: unknown, status = 200) => {
  says(json, status);
  const fault: unknown = await ask().catch((error: unknown) => error);
  if (!(fault instanceof WayRefusal)) throw new Error('No refusal');
  expect(String(fault.cause)).not.toContain('secret');
  return fault instanceof VendorFault ? [fault.why, fault.code, fault.isBusy] : [fault.why, fault.reason];
};

describe('a vendor', () => {
  it('returns the expected fields if its code is zero, as a number or as text, or missing', async () => {
    for (const code of [0, '0', undefined, null]) {
      says({ code, name: '张三', more: 1 });
      expect(await ask()).toEqual({ name: '张三' });
    }
    await ask({ body: { of: '我' } });
    expect(asked.slice(-2)).toEqual([
      { method: 'GET', type: undefined, body: '' },
      { method: 'POST', type: 'application/json; charset=utf-8', body: '{"of":"我"}' },
    ]);
  });

  it('is reported as unavailable when busy or refusing the app, and as a wrong sign-in for any other code', async () => {
    expect(await faultOf({ code: 90_001 })).toEqual(['unavailable', '90001', true]);
    expect(await faultOf({ code: '401' })).toEqual(['unavailable', '401', false]);
    expect(await faultOf({ code: 60_020 })).toEqual(['unavailable', '60020', false]);
    expect(await faultOf({ code: 7, name: '张三' })).toEqual(['wrong', '7', false]);
  });

  it('is busy if the HTTP status says so, whatever the body says', async () => {
    expect(await faultOf('<html>', 502)).toEqual(['unavailable', 'HTTP 502', true]);
    expect(await faultOf({ code: 7 }, 429)).toEqual(['unavailable', '7', true]);
    expect(await faultOf({ name: '张三' }, 403)).toEqual(['wrong', 'HTTP 403', false]);
  });

  it('that answers in an undocumented shape, or redirects, counts as not having answered', async () => {
    expect(await faultOf({ name: 7 })).toEqual(['wrong', expect.stringContaining('unlike its document: name')]);
    expect((await faultOf('<html>'))[0]).toBe('wrong');
    answer = (_request, response) => void response.writeHead(302, { location: '/elsewhere' }).end();
    const before = asked.length;
    await expect(ask()).rejects.toMatchObject({ why: 'unavailable' });
    expect(asked.length).toBe(before + 1);
  });

  it('is no longer waited for once the caller has given up', async () => {
    answer = () => undefined;
    await expect(ask({ signal: AbortSignal.timeout(30) })).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});

it('only a busy vendor is asked again, and none once the caller has given up', async () => {
  const times = async (error: unknown, signal = new AbortController().signal): Promise<[number, unknown]> => {
    let count = 0;
    const thrown: unknown = await retryWhileBusy(signal, () => {
      count += 1;
      return Promise.reject(error as Error);
    }).catch((what: unknown) => what);
    return [count, thrown];
  };
  const fault = (isBusy: boolean) => new VendorFault('unavailable', { path: '/me', code: '7', isBusy });
  for (const error of [fault(false), new WayRefusal('unavailable', new Error('ECONNREFUSED')), new Error('ours')])
    expect(await times(error)).toEqual([1, error]);
  const over = AbortSignal.timeout(30);
  expect(await times(fault(true), over)).toEqual([1, expect.objectContaining({ name: 'AbortError' })]);
  expect(await times(fault(true), over)).toEqual([0, expect.objectContaining({ name: 'TimeoutError' })]);
});
