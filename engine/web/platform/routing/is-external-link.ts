/** Whether a link leads out of the application; `javascript:` and the like never count as such (docs/hardening.md C24). */
export const isExternalLink = (path: string): boolean => /^(?:https?:\/\/|mailto:|tel:)/i.test(path);
