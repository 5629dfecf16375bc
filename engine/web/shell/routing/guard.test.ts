import { expect, test } from 'vitest';
import { guard } from './guard.ts';

const at = (path: string, signedIn: boolean): string => guard(new URL(path, 'http://office.example'), signedIn);

test.each(['/login', '/login/default', '/login?redirect=%2Fsys', '/register', '/', '/LOGIN', '/login/', '/register/', '/Register'])(
  'redirects a signed-in person from %s to the home page',
  (path) => {
    expect(at(path, true)).toBe('/index');
  },
);

test.each(['/error/404', '/error/40003', '/error'])('opens %s for everybody', (path) => {
  expect(at(path, true)).toBe(path);
  expect(at(path, false)).toBe(path);
});

test.each(['/login', '/login/default?redirect=%2Fsys', '/register', '/LOGIN?redirect=%2Fsys', '/register/'])(
  'opens %s for a person who is not signed in',
  (path) => {
    expect(at(path, false)).toBe(path);
  },
);

test('redirects a person who is not signed in to the sign-in page, with the requested path', () => {
  expect(at('/sys/user/list?like=a:b', false)).toBe('/login?redirect=%2Fsys%2Fuser%2Flist%3Flike%3Da%3Ab');
  expect(at('/sys/user/view/7?edit=1#log', false)).toBe('/login?redirect=%2Fsys%2Fuser%2Fview%2F7%3Fedit%3D1%23log');
  expect(at('/', false)).toBe('/login?redirect=%2F');
  expect(at('/loginx', false)).toBe('/login?redirect=%2Floginx');
});

test('opens any other path for a signed-in person', () => {
  expect(at('/sys/user/list?a=1', true)).toBe('/sys/user/list?a=1');
});
