import { createServer } from 'vite';
import { checkout, findOffice, ourFile } from './office-place.mjs';
import { ownPackages } from './import-rules.ts';
import { officePlugin } from './office-plugin.ts';
import { placeInTrace } from './place-in-trace.ts';

/*
 * `try-web.ts <folder>`: reports what a page would report about a company's browser modules before it draws, without a page and without a
 * build. Exits with 1 and the messages if the modules are incompatible, and with 2 if it could not check.
 */
const place = findOffice(process.argv[2]);

/** An empty page, for sources that access the page when they are loaded. */
const anything: unknown = new Proxy(() => undefined, {
  get: (_of, name) => (name === Symbol.toPrimitive ? () => '' : name === 'then' ? undefined : anything),
  apply: () => anything,
  construct: () => ({}),
});
const nothing = { getElementById: () => null, querySelector: () => null, querySelectorAll: () => [] };
const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
const page = {
  document: new Proxy<object>(nothing, { get: (of, name) => Reflect.get(of, name) ?? anything }),
  window: globalThis,
  localStorage: storage,
  sessionStorage: storage,
  matchMedia: anything,
  addEventListener: anything,
  location: new URL('http://localhost/'),
};
for (const [name, value] of Object.entries(page)) Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });

async function checkWeb(): Promise<string | undefined> {
  const server = await createServer({
    configFile: false,
    root: checkout,
    cacheDir: place?.made ?? `${checkout}/.cache`,
    logLevel: 'silent',
    appType: 'custom',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true, include: [] },
    plugins: place === undefined ? [] : [officePlugin(place, { inBrowser: true })],
    oxc: { jsx: { runtime: 'automatic', development: false } },
    // Node cannot load single modules of antd and its icons; none of them is drawn here.
    resolve: {
      alias: [{ find: /^(antd|@ant-design\/icons)\/es\/.+$/, replacement: ourFile('app/loading/not-drawn.ts') }],
      // Node runs packages as they are, without asking the plugin where to resolve them for a company's folder.
      dedupe: [...ownPackages()],
    },
    ssr: { noExternal: [/back-office/] },
  });
  try {
    const { checkModules }: { checkModules?: () => Promise<string | undefined> } = await server.ssrLoadModule(
      ourFile('app/web/check-modules.ts'),
    );
    return await checkModules?.();
  } catch (error) {
    if (error instanceof Error) server.ssrFixStacktrace(error);
    throw error;
  } finally {
    await server.close();
  }
}

try {
  const mistakes = await checkWeb();
  if (mistakes !== undefined) process.stderr.write(`${mistakes.replace(/^/gm, `${place?.files['#office/web'] ?? 'sys/web.ts'}: `)}\n`);
  process.exit(mistakes === undefined ? 0 : 1);
} catch (error) {
  const thrown = placeOf(error);
  process.stderr.write(thrown ?? `${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(thrown === undefined ? 2 : 1);
}

/** The error that the company's own code threw while it ran, with its place. Ignores missing browser names, which this page does not have. */
function placeOf(error: unknown): string | undefined {
  if (place === undefined || !(error instanceof Error) || error instanceof ReferenceError) return undefined;
  const where = placeInTrace(place, error);
  if (where === undefined || error instanceof SyntaxError) return undefined;
  return `${where} cannot be run in the browser: ${error.message}. Mend it, or do it in a component.\n`;
}
