import { expect, it } from 'vitest';
import { moveBy, toggleFit, scaleTo, turnBy, initialTransform, wheelStep, zoomBy, zoomStep } from './image-transform.ts';

it('zooms in steps of 0.2, by the wheel in steps of 0.015, and never below 0.2', () => {
  expect(zoomBy(initialTransform, zoomStep).scale).toBe(1.2);
  expect(zoomBy(initialTransform, -wheelStep).scale).toBe(0.985);
  let image = initialTransform;
  for (let press = 0; press < 20; press += 1) image = zoomBy(image, -zoomStep);
  expect(image.scale).toBe(0.2);
  expect(zoomBy(image, zoomStep).scale).toBe(0.4);
  expect(scaleTo(initialTransform, 1e9).scale).toBe(20);
});

it('rotates by quarter turns and moves; switching to the other size resets both', () => {
  const image = moveBy(turnBy(turnBy(initialTransform, 90), -180), 5, -3);
  expect(image).toEqual({ fit: true, scale: 1, rotation: -90, x: 5, y: -3 });
  expect(toggleFit(image)).toEqual({ ...initialTransform, fit: false });
  expect(toggleFit(toggleFit(image))).toEqual(initialTransform);
});
