/** `#office/left-out` without a company: the features of the product that this office does without. */
export const leftOut: readonly string[] = [];
