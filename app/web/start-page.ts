import type { Plugin, Rolldown } from 'vite';

/** The shell with the home page, which are drawn without antd. */
const shellModules = ['/app/web/app'];
/** The additional files of any other page. */
const pageModules = ['/shell/antd/ant-root', '/shell/routing/open-pages', '/sys/pages'];

/**
 * Makes the page draw at once: its own styles are inlined, and templates list the files of the shell and of the pages,
 * so that they load in parallel while somebody signs in, or from the first byte on for a signed-in person (index.html,
 * main.ts).
 */
export function startPage(): Plugin {
  return {
    name: 'start-page',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (bundle === undefined) return html;
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const entry = filesOf(
          bundle,
          chunks.filter(({ isEntry }) => isEntry),
        );
        const filesFor = (modules: readonly string[]): Set<string> =>
          filesOf(
            bundle,
            chunks.filter(({ moduleIds }) =>
              moduleIds.some((id) => modules.some((module) => id.replace(/\.(?:js|tsx?)$/, '').endsWith(module))),
            ),
          );
        const shell = filesFor(shellModules).difference(entry);
        const pages = filesFor(pageModules).difference(entry).difference(shell);
        const parts = `${template('shell-parts', shell)}${template('page-parts', pages, ' fetchpriority="low"')}`;
        return withStyles(html, bundle).replace(/<\/title>/, (end) => `${end}\n    ${parts}`);
      },
    },
  };
}

/** The chunks with everything that they import, and the styles of all. */
function filesOf(bundle: Rolldown.OutputBundle, chunks: readonly Rolldown.OutputChunk[]): Set<string> {
  const files = new Set<string>();
  const add = (chunk: Rolldown.OutputChunk): void => {
    if (files.has(chunk.fileName)) return;
    files.add(chunk.fileName);
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
    for (const name of chunk.imports) {
      const imported = bundle[name];
      if (imported?.type === 'chunk') add(imported);
    }
  };
  chunks.forEach(add);
  return files;
}

const template = (id: string, files: Set<string>, more = ''): string =>
  `<template id="${id}">${[...files].map((file) => link(file, more)).join('')}</template>`;

const link = (file: string, more: string): string =>
  file.endsWith('.css')
    ? `<link rel="stylesheet" crossorigin href="/${file}" nonce="__CSP_NONCE__"${more}>`
    : `<link rel="modulepreload" crossorigin href="/${file}" nonce="__CSP_NONCE__"${more}>`;

/**
 * The page's stylesheets, inlined: one request less before the first paint. Each is also named by a link that loads
 * nothing: otherwise chunks that name the same file would load it, and wait for it.
 */
const withStyles = (html: string, bundle: Rolldown.OutputBundle): string =>
  html.replace(/<link rel="stylesheet"[^>]* href="\/([^"]+)"[^>]*>/g, (whole, name: string) => {
    const file = bundle[name];
    return file?.type === 'asset'
      ? `<style nonce="__CSP_NONCE__">${String(file.source).trim()}</style><link rel="stylesheet" href="/${name}" disabled>`
      : whole;
  });
