/**
 * Enter that is held down presses once: held a moment too long on a button it would also press the one of the question that the button
 * opens, and a form would be sent again and again. What hears the key itself, such as a grid, still hears each.
 */
export function ignoreHeldEnter(): void {
  const ignore = (event: KeyboardEvent): void => {
    if (event.repeat && event.key === 'Enter' && event.target instanceof Element && event.target.matches('button, a, input')) {
      event.preventDefault();
    }
  };
  addEventListener('keydown', ignore, { capture: true });
}
