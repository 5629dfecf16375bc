/**
 * `#office/left-out` without a company: 1 where modules come after the shell, else 0, and the features of the product that this office
 * does without. Words, so that the build keeps what asks for them and the shell weighs the same with a company and without.
 */
export const late = '0';
