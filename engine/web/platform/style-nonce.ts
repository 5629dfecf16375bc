/**
 * Sets the page's nonce on every style element created by a script. antd does that itself, but two functions of rc-util and the images of antd's
 * Empty do not (docs/hardening.md 5.1). Must be imported first: it affects only code that runs later.
 */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

/**
 * The nonce of this page, for libraries that create style elements and accept one (docs/hardening.md 5.1); undefined in development, where there is
 * no policy.
 * @example
 * const editorOptions = { ...(styleNonce === undefined ? {} : { injectNonce: styleNonce }) };
 */
export const styleNonce = nonce === '' ? undefined : nonce;

type Create = (this: Document, ...words: unknown[]) => Element;

for (const name of styleNonce === undefined ? [] : ['createElement', 'createElementNS']) {
  const create = Reflect.get(Document.prototype, name) as Create;
  Reflect.set(Document.prototype, name, function (this: Document, ...words: unknown[]): Element {
    const element = create.apply(this, words);
    if (element instanceof HTMLStyleElement || element instanceof SVGStyleElement) element.nonce = nonce;
    return element;
  });
}
