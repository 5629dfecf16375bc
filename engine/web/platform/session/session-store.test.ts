import { beforeEach, expect, test, vi } from 'vitest';

const answer = {
  roles: { userId: '1', userName: '管理员', userAvatar: null, userStatus: '正常', userAccount: 'admin' },
  credentials: { accessToken: 'token', secretKey: 'key' },
};

function memoryStorage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear' | 'length'> {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    clear: () => values.clear(),
    get length() {
      return values.size;
    },
  };
}

/** The store after a fresh load of the page. */
async function load() {
  vi.resetModules();
  return (await import('./session-store.ts')).sessionStore;
}

beforeEach(() => vi.stubGlobal('sessionStorage', memoryStorage()));

test('saves under the keys in the specification, and is restored after a reload', async () => {
  const store = await load();
  store.open(answer);
  store.setRights({ userRoles: ['admin'], userMenus: [], routes: [] });
  store.setOptions({ gender: [{ key: '1', label: '男', value: '1' }] });
  const saved = (key: string): unknown => sessionStorage.getItem(key);
  expect(JSON.parse(String(saved('rolesCredentials')))).toEqual(answer);
  expect(
    ['isAuthorization', 'userId', 'userName', 'userAvatar', 'userStatus', 'userAccount', 'userRoles', 'userMenus', 'routes'].map(saved),
  ).toEqual(['true', '1', '管理员', null, '正常', 'admin', '["admin"]', '[]', '[]']);
  expect((await load()).get()).toEqual(store.get());
});

test('renews the credentials and nothing else', async () => {
  const store = await load();
  store.open(answer);
  store.renew({ accessToken: 'new', secretKey: 'other' });
  expect((await load()).get()).toMatchObject({ userName: '管理员', rolesCredentials: { credentials: { accessToken: 'new' } } });
});

test('leaves nothing behind at the end of a session, not even for the next person who signs in', async () => {
  const store = await load();
  store.open(answer);
  store.setRights({ userRoles: ['admin'], userMenus: [], routes: [] });
  // The module instance of this load: test files share their modules.
  const { getAccessToken } = await import('../request/access-token.ts');
  expect(getAccessToken()).toBe('token');
  store.close();
  expect(sessionStorage).toHaveLength(0);
  expect(getAccessToken()).toBeUndefined();
  store.open({ ...answer, roles: { ...answer.roles, userAccount: 'other' } });
  expect(store.get()).toMatchObject({ userRoles: null, routes: null });
});

test.each(['{', '[]', '{"credentials":null}', '{"credentials":{"accessToken":""}}'])(
  'treats %s in the storage as nobody being signed in',
  async (text) => {
    sessionStorage.setItem('rolesCredentials', text);
    sessionStorage.setItem('isAuthorization', 'true');
    expect((await load()).get().isAuthorization).toBe(false);
  },
);

test('an answer that arrives while a preview begins or ends does not reach the next page load', async () => {
  const late = { userRoles: ['late'], userMenus: [], routes: [] };
  const store = await load();
  store.open(answer);
  store.preview('文员', { accessToken: 'preview', secretKey: 'key' }, '/sys/role/view/1');
  store.setRights(late);
  const previewing = await load();
  expect(previewing.get()).toMatchObject({ preview: { roleName: '文员' }, userRoles: null, routes: null });

  previewing.setRights({ userRoles: ['文员'], userMenus: [], routes: [] });
  previewing.endPreview();
  previewing.setRights(late);
  expect((await load()).get()).toMatchObject({ preview: null, userRoles: null, routes: null, rolesCredentials: answer });
});

test('an answer requested at each start notifies nobody if it is unchanged', async () => {
  const told = vi.fn<() => void>();
  const gender = (label: string) => ({ gender: [{ key: '1', label, value: '1' }] });
  const rights = () => ({ userRoles: ['admin'], userMenus: [], routes: [] });
  const store = await load();
  store.open(answer);
  store.setRights(rights());
  store.setOptions(gender('男'));
  const before = (await load()).get();
  const again = await load();
  again.subscribe(told);
  again.setRights(rights());
  again.setOptions(gender('男'));
  expect(told).not.toHaveBeenCalled();
  again.setOptions(gender('女'));
  expect(told).toHaveBeenCalledOnce();
  expect((await load()).get()).toEqual({ ...before, options: gender('女') });
});
