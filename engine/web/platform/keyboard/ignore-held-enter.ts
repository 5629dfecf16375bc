/**
 * Makes a held Enter click only once: otherwise its repeats would also click the button of the confirmation that the first one opens, or
 * submit a form again and again. Components that handle the key themselves, such as a grid, still receive each repeat.
 */
export function ignoreHeldEnter(): void {
  const ignore = (event: KeyboardEvent): void => {
    if (event.repeat && event.key === 'Enter' && event.target instanceof Element && event.target.matches('button, a, input')) {
      event.preventDefault();
    }
  };
  addEventListener('keydown', ignore, { capture: true });
}
