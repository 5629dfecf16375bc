/**
 * Gives the page's nonce to every style element that a script makes. antd passes it on itself, but two functions of
 * rc-util do not (hardening.md 5.1). Imported before everything else: it helps only code that runs later.
 */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

if (nonce !== '') {
  const create = Document.prototype.createElement as (this: Document, name: string, options?: ElementCreationOptions) => HTMLElement;
  Document.prototype.createElement = function (this: Document, name: string, options?: ElementCreationOptions): HTMLElement {
    const element = create.call(this, name, options);
    if (element instanceof HTMLStyleElement) element.nonce = nonce;
    return element;
  };
}

/** The nonce of this page; undefined in development, where there is no policy. */
export const styleNonce = nonce === '' ? undefined : nonce;
