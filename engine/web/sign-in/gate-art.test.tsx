import { expect, test } from 'vitest';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import './gate-buttons.css';
import './gate.css';
import './gate-art.css';

test('the picture stays in the middle of the window beside a form taller than the window', async () => {
  await draw(
    <div className="gate">
      <svg className="gate-art" aria-hidden="true" />
      <main className="gate-card" style={{ height: 1600 }} />
    </div>,
  );
  const middle = (): number => {
    const { top, height } = (document.querySelector('.gate-art') as Element).getBoundingClientRect();
    return top + height / 2;
  };
  // Below everything that tests render above, and further down.
  for (const top of [200, 500]) {
    scrollTo({ top, behavior: 'instant' });
    expect(scrollY).toBe(top);
    expect(middle()).toBeCloseTo(innerHeight / 2, 0);
  }
});
