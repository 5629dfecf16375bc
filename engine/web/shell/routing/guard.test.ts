import { expect, test } from 'vitest';
import { guard } from './guard.ts';

const at = (path: string, signedIn: boolean): string => guard(new URL(path, 'http://office.example'), signedIn);

test.each(['/login', '/login/default', '/login?redirect=%2Fsys', '/register', '/'])('leads a signed-in person from %s home', (path) => {
  expect(at(path, true)).toBe('/index');
});

test.each(['/error/404', '/error/40003', '/error'])('lets everybody see %s', (path) => {
  expect(at(path, true)).toBe(path);
  expect(at(path, false)).toBe(path);
});

test.each(['/login', '/login/default?redirect=%2Fsys', '/register'])('lets somebody unknown open %s', (path) => {
  expect(at(path, false)).toBe(path);
});

test('sends somebody unknown to sign in, with the wanted path', () => {
  expect(at('/sys/user/list?like=a:b', false)).toBe('/login?redirect=%2Fsys%2Fuser%2Flist%3Flike%3Da%3Ab');
  expect(at('/sys/user/view/7?edit=1#log', false)).toBe('/login?redirect=%2Fsys%2Fuser%2Fview%2F7%3Fedit%3D1%23log');
  expect(at('/', false)).toBe('/login?redirect=%2F');
  expect(at('/loginx', false)).toBe('/login?redirect=%2Floginx');
});

test('lets a signed-in person open any other path', () => {
  expect(at('/sys/user/list?a=1', true)).toBe('/sys/user/list?a=1');
});
