/** `#office/web` without a company, or for one that draws nothing of its own. */
export const web: readonly never[] = [];
