import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { setAccessToken } from './access-token.ts';
import { ApiError } from './api-error.ts';
import { registerNotify, type Notify } from './notify.ts';
import { request } from './request.ts';

const fetchMock = vi.fn<typeof fetch>();
let notify: { [N in keyof Notify]: ReturnType<typeof vi.fn<Notify[N]>> };
let unregister: () => void;

beforeEach(() => {
  vi.stubGlobal('fetch', fetchMock);
  fetchMock.mockReset();
  notify = {
    error: vi.fn<Notify['error']>(),
    renewSession: vi.fn<Notify['renewSession']>(async () => false),
    setUpTwoFactor: vi.fn<Notify['setUpTwoFactor']>(async () => undefined),
    changePassword: vi.fn<Notify['changePassword']>(async () => undefined),
  };
  unregister = registerNotify(notify);
});

afterEach(() => {
  unregister();
  setAccessToken(undefined);
  vi.unstubAllGlobals();
});

const answer = (body: unknown, status = 200): void => {
  fetchMock.mockImplementation(async () => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }));
};
const refusal = (code: number, message: string, data?: unknown) => ({ success: false, code, message, data });
const failure = (options = {}): Promise<unknown> => request('/api/x', options).catch((error: unknown) => error);
const sent = (): RequestInit => fetchMock.mock.calls[0]?.[1] ?? {};
const header = (name: string): string | null => new Headers(sent().headers).get(name);

describe('a request', () => {
  test('carries the token and resolves with the data', async () => {
    setAccessToken('T');
    answer({ success: true, code: 20000, message: '操作成功', data: { id: 1 } });
    expect(
      await request('/api/x', {
        query: [
          ['like', 'a:b&c'],
          ['like', 'd:e'],
        ],
      }),
    ).toEqual({ id: 1 });
    expect(fetchMock.mock.calls[0]?.[0]).toBe('/api/x?like=a%3Ab%26c&like=d%3Ae');
    expect(header('Authorization')).toBe('T');
  });

  test('sends values as JSON, a string as JSON unchanged, and form values form-encoded', async () => {
    answer({ success: true, code: 20000, message: '' });
    await request('/api/x', { method: 'POST', json: { a: '中' } });
    expect([sent().body, header('Content-Type')]).toEqual(['{"a":"中"}', 'application/json']);
    fetchMock.mockClear();
    await request('/api/x', { method: 'POST', json: '[1]' });
    expect(sent().body).toBe('[1]');
    fetchMock.mockClear();
    await request('/api/x', { method: 'POST', form: { a: '1+2' } });
    expect((sent().body as URLSearchParams).toString()).toBe('a=1%2B2');
    expect(header('Authorization')).toBeNull();
  });
});

describe('a failed request', () => {
  test('shows a refusal in the server’s words and rejects', async () => {
    answer(refusal(40300, '没有操作权限', { a: 1 }));
    expect(await failure()).toMatchObject({ code: 40300, message: '没有操作权限', data: { a: 1 }, status: 200 });
    expect(notify.error).toHaveBeenCalledExactlyOnceWith('没有操作权限');
  });

  test('leaves a quiet refusal to the caller', async () => {
    answer(refusal(40000, '账号不能为空'));
    expect(await failure({ quiet: true })).toBeInstanceOf(ApiError);
    expect(notify.error).not.toHaveBeenCalled();
  });

  test.each([
    ['', 200, '未知错误', 99999],
    ['null', 200, '未知错误', 99999],
    ['<html>', 200, '未知错误', 99999],
    ['', 500, '服务器异常，请稍后重试！', 50000],
    [JSON.stringify(refusal(1, 'SQL 出错')), 500, '服务器异常，请稍后重试！', 50000],
    ['', 502, '请求失败（502）', 99999],
    [JSON.stringify(refusal(42900, '操作过于频繁，请稍后再试')), 429, '操作过于频繁，请稍后再试', 42900],
  ])('with the answer %j and HTTP %i is reported as %s', async (body, status, message, code) => {
    answer(body, status);
    expect(await failure()).toMatchObject({ message, code, status });
    expect(notify.error).toHaveBeenCalledExactlyOnceWith(message);
  });

  test('reports that the server did not answer in time', async () => {
    fetchMock.mockImplementation(
      (_, init) => new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
    );
    expect(await failure({ timeout: 5 })).toMatchObject({ message: '服务器超时，请稍后重试！', status: 0 });
    expect(notify.error).toHaveBeenCalledExactlyOnceWith('服务器超时，请稍后重试！');
  });

  test('reports that no server could be reached', async () => {
    fetchMock.mockRejectedValue(new TypeError('Failed to fetch'));
    expect(await failure()).toMatchObject({ message: '网络异常，请检查网络连接', status: 0 });
    expect(notify.error).toHaveBeenCalledExactlyOnceWith('网络异常，请检查网络连接');
  });

  test('reports nothing if its caller aborted it', async () => {
    fetchMock.mockImplementation(
      (_, init) => new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
    );
    const control = new AbortController();
    const failed = failure({ signal: control.signal });
    control.abort();
    expect(await failed).toMatchObject({ name: 'AbortError' });
    expect(notify.error).not.toHaveBeenCalled();
  });
});

describe('requests refused for their session', () => {
  test.each([40003, 41003])('ask once to sign in after %i, however many fail, and are rejected if the person cancels', async (code) => {
    answer(refusal(code, '登录已过期'));
    let decide: (again: boolean) => void = () => undefined;
    notify.renewSession.mockImplementation(() => new Promise((resolve) => (decide = resolve)));
    const calls = [failure(), failure({ quiet: true }), failure()];
    await expect.poll(() => notify.renewSession).toHaveBeenCalled();
    decide(false);
    expect(await Promise.all(calls)).toEqual(calls.map(() => expect.objectContaining({ code })));
    expect(notify.renewSession).toHaveBeenCalledExactlyOnceWith('登录已过期');
    expect(notify.error).not.toHaveBeenCalled();
  });

  test('are all sent again, unchanged, once the person has signed in', async () => {
    setAccessToken('old');
    fetchMock.mockImplementation(async (_, init) => {
      const known = new Headers(init?.headers).get('Authorization') === 'new';
      return new Response(
        JSON.stringify(known ? { success: true, code: 20000, message: '', data: init?.body } : refusal(40003, '登录已过期')),
      );
    });
    notify.renewSession.mockImplementation(async () => {
      setAccessToken('new');
      return true;
    });
    const calls = ['{"a":1}', '{"a":2}'].map((json) => request('/api/x', { method: 'POST', json }));
    expect(await Promise.all(calls)).toEqual(['{"a":1}', '{"a":2}']);
    expect(notify.renewSession).toHaveBeenCalledOnce();
  });

  test('are sent again without asking if the answer arrives after the person has signed in', async () => {
    setAccessToken('old');
    fetchMock.mockImplementation(async (_, init) => {
      const known = new Headers(init?.headers).get('Authorization') === 'new';
      setAccessToken('new');
      return new Response(JSON.stringify(known ? { success: true, code: 20000, message: '', data: 1 } : refusal(40003, '登录已过期')));
    });
    expect(await request('/api/x')).toBe(1);
    expect(notify.renewSession).not.toHaveBeenCalled();
  });

  test('ask again if they are made after the person cancelled', async () => {
    answer(refusal(40003, '登录已过期'));
    await failure();
    await failure();
    expect(notify.renewSession).toHaveBeenCalledTimes(2);
  });

  test('do not ask again if made in the background, until there is another session', async () => {
    setAccessToken('first');
    answer(refusal(40003, '登录已过期'));
    await failure();
    expect(await failure({ background: true })).toMatchObject({ code: 40003 });
    expect(notify.renewSession).toHaveBeenCalledTimes(1);
    setAccessToken('second');
    await failure({ background: true });
    expect(notify.renewSession).toHaveBeenCalledTimes(2);
  });

  test('ask once to change a one-time password, then to set up a second factor, and are sent again', async () => {
    const refusals = [refusal(40301, '请先修改密码'), refusal(40303, '请先设置两步验证')];
    notify.changePassword.mockImplementation(async () => void refusals.shift());
    notify.setUpTwoFactor.mockImplementation(async () => void refusals.shift());
    fetchMock.mockImplementation(
      async () => new Response(JSON.stringify(refusals[0] ?? { success: true, code: 20000, message: '', data: 1 })),
    );
    expect(await Promise.all([request('/api/x', { quiet: true }), request('/api/y')])).toEqual([1, 1]);
    expect(notify.changePassword).toHaveBeenCalledExactlyOnceWith('请先修改密码');
    expect(notify.setUpTwoFactor).toHaveBeenCalledExactlyOnceWith('请先设置两步验证');
    expect(notify.error).not.toHaveBeenCalled();
  });

  test('fail if nobody can be asked to change the password', async () => {
    unregister();
    answer(refusal(40301, '请先修改密码'));
    expect(await failure()).toMatchObject({ code: 40301 });
  });
});
