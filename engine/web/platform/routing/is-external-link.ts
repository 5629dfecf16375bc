/** True for the only links that lead out of the application; `javascript:` and the like never do (docs/hardening.md C24). */
export const isExternalLink = (path: string): boolean => /^(?:https?:\/\/|mailto:|tel:)/i.test(path);
