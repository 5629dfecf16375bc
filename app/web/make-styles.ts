import { createRequire } from 'node:module';
import type { ThemeConfig } from 'antd';

/** A style in antd's cache: its path, and its text with metadata. */
export type CachedStyle = readonly [path: string, style: readonly unknown[]];

/** Renders the parts of a list, and collects the styles that antd generated for them. */
export function makeStyles(theme: ThemeConfig = {}): CachedStyle[] {
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
