import { createRequire } from 'node:module';
import type { ThemeConfig } from 'antd';

/** A style as antd's cache keeps it: its path there, and its text with what is beside it. */
export type Made = readonly [path: string, style: readonly unknown[]];

/** Draws what a list is made of, and takes the styles that antd made of it. */
export function makeStyles(theme: ThemeConfig = {}): Made[] {
  const require = createRequire(new URL('../../engine/web/package.json', import.meta.url));
  const { createElement: draw }: typeof import('react') = require('react');
  const { renderToString }: typeof import('react-dom/server') = require('react-dom/server');
  const { Button, ConfigProvider, Input, Switch, Table, Tag }: typeof import('antd') = require('antd');
  const { StyleProvider, createCache }: typeof import('@ant-design/cssinjs') = createRequire(require.resolve('antd'))(
    '@ant-design/cssinjs',
  );
  const cache = createCache();
  const table = draw(Table, { rowSelection: {}, pagination: false, sticky: true, loading: true });
  const all = draw(ConfigProvider, { theme }, table, draw(Button), draw(Input.Search), draw(Switch), draw(Tag));
  renderToString(draw(StyleProvider, { cache }, all));
  return [...cache.cache].filter(([path]) => path.startsWith('style%')).map(([path, [, style]]) => [path, style]);
}
